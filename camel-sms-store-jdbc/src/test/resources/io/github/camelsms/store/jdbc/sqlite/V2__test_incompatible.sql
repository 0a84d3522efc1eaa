-- A later version, for tests: nodes of version 1 do not work with it.

ALTER TABLE sms_message ADD COLUMN note TEXT;

UPDATE sms_setting SET value = '2' WHERE name IN ('schema.version', 'schema.compatible');
