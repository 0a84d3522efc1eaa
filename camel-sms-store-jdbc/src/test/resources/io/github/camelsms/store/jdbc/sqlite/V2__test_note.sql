-- A later version, for tests: nodes of version 1 work with it.

ALTER TABLE sms_message ADD COLUMN note TEXT;

UPDATE sms_setting SET value = '2' WHERE name = 'schema.version';
