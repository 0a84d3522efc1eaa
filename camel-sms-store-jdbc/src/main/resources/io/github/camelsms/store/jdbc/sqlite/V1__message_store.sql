-- Message store of Camel SMS, version 1, for SQLite 3.37 and later.
-- Times are milliseconds since 1970-01-01T00:00:00Z.
-- Checks compare one by one: for IN with three values or more, SQLite builds a table of them for each row that it writes.

CREATE TABLE sms_setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE sms_node (
  name TEXT NOT NULL PRIMARY KEY,
  alive_until INTEGER NOT NULL,
  schema_version INTEGER NOT NULL
) STRICT;

CREATE TABLE sms_account (
  id INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  owner TEXT,
  epoch INTEGER NOT NULL DEFAULT 0,
  owned_since INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER NOT NULL DEFAULT 0,
  lease_millis INTEGER NOT NULL DEFAULT 0,
  wanted_by TEXT,
  wanted_until INTEGER NOT NULL DEFAULT 0,
  pace TEXT,
  hold_until INTEGER NOT NULL DEFAULT 0,
  hold_millis INTEGER NOT NULL DEFAULT 0,
  halt_code INTEGER,
  halt_reason TEXT
) STRICT;

CREATE UNIQUE INDEX sms_account_name ON sms_account (name);

-- A message in the state OPEN waits if it is in sms_waiting, and is otherwise in flight with a request.
CREATE TABLE sms_message (
  id INTEGER NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  correlation_id TEXT NOT NULL,
  fingerprint INTEGER,
  destination TEXT,
  message_text TEXT,
  scheduled_date INTEGER,
  priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 9),
  headers TEXT,
  file TEXT,
  line INTEGER,
  offer TEXT NOT NULL CHECK (offer = 'NEVER' OR offer = 'AT_ONCE' OR offer = 'AFTER_CALLER'),
  stored_at INTEGER NOT NULL,
  due_at INTEGER,
  expires_at INTEGER,
  state TEXT NOT NULL CHECK (state = 'OPEN' OR state = 'ACCEPTED' OR state = 'SCHEDULED' OR state = 'REJECTED' OR state = 'NOT_SENT'
    OR state = 'UNKNOWN' OR state = 'PARKED' OR state = 'CANCELLED'),
  revision INTEGER NOT NULL DEFAULT 0,
  epoch INTEGER,
  request INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  sent_at INTEGER,
  code INTEGER,
  service_id TEXT,
  reason TEXT,
  finished_at INTEGER,
  delivery_status TEXT,
  raw_status TEXT,
  status_date INTEGER,
  unknown_since INTEGER,
  look_at INTEGER,
  looks INTEGER NOT NULL DEFAULT 0,
  rejected_at INTEGER,
  CHECK (state <> 'SCHEDULED' OR message_text IS NOT NULL AND destination IS NOT NULL AND due_at IS NOT NULL),
  CHECK (state <> 'UNKNOWN' OR unknown_since IS NOT NULL AND look_at IS NOT NULL),
  CHECK ((state = 'ACCEPTED' OR state = 'REJECTED' OR state = 'NOT_SENT' OR state = 'CANCELLED') = (finished_at IS NOT NULL))
) STRICT;

-- The correlation id is first, because an account has most of the messages.
CREATE UNIQUE INDEX sms_message_correlation ON sms_message (correlation_id, account_id);
CREATE INDEX sms_message_scheduled ON sms_message (account_id, due_at) WHERE state = 'SCHEDULED';
CREATE INDEX sms_message_expiring ON sms_message (account_id, expires_at) WHERE state = 'SCHEDULED' AND expires_at IS NOT NULL;
CREATE INDEX sms_message_unknown ON sms_message (account_id, look_at) WHERE state = 'UNKNOWN';
CREATE INDEX sms_message_parked ON sms_message (account_id, id) WHERE state = 'PARKED';
CREATE INDEX sms_message_finished ON sms_message (account_id, finished_at, state) WHERE finished_at IS NOT NULL;
-- Messages of files, for their progress.
CREATE INDEX sms_message_file ON sms_message (account_id, file, stored_at) WHERE file IS NOT NULL;

-- Messages that wait, in the order of lane, which is 9 - priority, and position, which is the id. A claim removes them from this table and
-- changes no row of sms_message. waiting_since is null after an outcome. The columns are those of PostgreSQL, which needs the position.
CREATE TABLE sms_waiting (
  message_id INTEGER NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  lane INTEGER NOT NULL CHECK (lane BETWEEN 0 AND 9),
  position INTEGER NOT NULL,
  waiting_since INTEGER,
  expires_at INTEGER
) STRICT;

CREATE INDEX sms_waiting_next ON sms_waiting (account_id, lane, position);
CREATE INDEX sms_waiting_expiring ON sms_waiting (account_id, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE sms_request (
  account_id INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  number INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  deadline_at INTEGER NOT NULL,
  messages TEXT NOT NULL,
  PRIMARY KEY (account_id, epoch, number)
) STRICT;

CREATE TABLE sms_result (
  message_id INTEGER NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  visible_at INTEGER NOT NULL,
  deliveries INTEGER NOT NULL
) STRICT;

CREATE INDEX sms_result_visible ON sms_result (account_id, visible_at, message_id);

-- AUTOINCREMENT never reuses an id, so that a late call cannot affect another block.
CREATE TABLE sms_block (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state = 'ANNOUNCED' OR state = 'RECEIVED' OR state = 'READ' OR state = 'UNREADABLE' OR state = 'GAP'),
  announced_at INTEGER NOT NULL,
  deadline_at INTEGER NOT NULL,
  received_at INTEGER,
  body BLOB,
  reason TEXT,
  visible_at INTEGER NOT NULL DEFAULT 0,
  deliveries INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX sms_block_state ON sms_block (account_id, state, visible_at);

CREATE TABLE sms_status (
  block_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  correlation_id TEXT,
  destination TEXT,
  sent_date INTEGER,
  status TEXT NOT NULL,
  raw_status TEXT,
  PRIMARY KEY (block_id, position)
) STRICT;

-- Numbers that must not receive messages, digits only; a mobile number of Brazil has its ninth digit.
CREATE TABLE sms_opt_out (
  number TEXT NOT NULL PRIMARY KEY,
  since INTEGER NOT NULL,
  reason TEXT
) STRICT, WITHOUT ROWID;

-- Version of these tables, and the oldest version of the component's nodes that works with them.
INSERT INTO sms_setting (name, value) VALUES ('schema.version', '1'), ('schema.compatible', '1');
