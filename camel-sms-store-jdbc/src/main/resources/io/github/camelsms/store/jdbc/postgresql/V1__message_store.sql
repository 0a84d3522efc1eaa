-- Message store of Camel SMS, version 1, for PostgreSQL 14 and later.
-- Times are milliseconds since 1970-01-01T00:00:00Z.
-- Indexed texts have the collation C, because a new version of the operating system or a replica on another one can change
-- the order of the others, after which a unique index no longer finds its duplicates.
-- Checks compare with arrays: PostgreSQL parses the checks for each statement that writes, and an array is a single constant, unlike IN.

CREATE TABLE sms_setting (
  name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE sms_node (
  name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  alive_until BIGINT NOT NULL,
  schema_version INTEGER NOT NULL
);

CREATE TABLE sms_account (
  id INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  owner TEXT,
  epoch BIGINT NOT NULL DEFAULT 0,
  owned_since BIGINT NOT NULL DEFAULT 0,
  lease_until BIGINT NOT NULL DEFAULT 0,
  lease_millis BIGINT NOT NULL DEFAULT 0,
  wanted_by TEXT,
  wanted_until BIGINT NOT NULL DEFAULT 0,
  pace TEXT,
  hold_until BIGINT NOT NULL DEFAULT 0,
  hold_millis BIGINT NOT NULL DEFAULT 0,
  halt_code INTEGER,
  halt_reason TEXT
);

CREATE UNIQUE INDEX sms_account_name ON sms_account (name);

-- A message in the state OPEN waits if it is in sms_waiting, and is otherwise in flight with a request.
CREATE TABLE sms_message (
  id BIGINT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  correlation_id TEXT COLLATE "C" NOT NULL,
  fingerprint BIGINT,
  destination TEXT,
  message_text TEXT,
  scheduled_date BIGINT,
  priority SMALLINT NOT NULL CHECK (priority BETWEEN 0 AND 9),
  headers TEXT,
  file TEXT COLLATE "C",
  line INTEGER,
  offer TEXT NOT NULL CHECK (offer = ANY ('{NEVER, AT_ONCE, AFTER_CALLER}')),
  stored_at BIGINT NOT NULL,
  due_at BIGINT,
  expires_at BIGINT,
  state TEXT COLLATE "C" NOT NULL CHECK (state = ANY ('{OPEN, SCHEDULED, ACCEPTED, REJECTED, NOT_SENT, UNKNOWN, PARKED, CANCELLED}')),
  revision BIGINT NOT NULL DEFAULT 0,
  epoch BIGINT,
  request BIGINT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  sent_at BIGINT,
  code INTEGER,
  service_id TEXT,
  reason TEXT,
  finished_at BIGINT,
  delivery_status TEXT,
  raw_status TEXT,
  status_date BIGINT,
  unknown_since BIGINT,
  look_at BIGINT,
  looks INTEGER NOT NULL DEFAULT 0,
  rejected_at BIGINT,
  CHECK (state <> 'SCHEDULED' OR message_text IS NOT NULL AND destination IS NOT NULL AND due_at IS NOT NULL),
  CHECK (state <> 'UNKNOWN' OR unknown_since IS NOT NULL AND look_at IS NOT NULL),
  CHECK ((state = ANY ('{ACCEPTED, REJECTED, NOT_SENT, CANCELLED}')) = (finished_at IS NOT NULL))
);

-- Rows change their state a few times and then rest: vacuum by the number of changes, not by the share of a large table.
ALTER TABLE sms_message SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 0.02);

CREATE SEQUENCE sms_message_id;

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
-- changes no row of sms_message. waiting_since is null after an outcome. The index contains the position instead of the id, because a plan
-- that was made while the table was empty could search it by id, and would read all of it later.
CREATE TABLE sms_waiting (
  message_id BIGINT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  lane SMALLINT NOT NULL CHECK (lane BETWEEN 0 AND 9),
  position BIGINT NOT NULL,
  waiting_since BIGINT,
  expires_at BIGINT
);

-- Each claim reads past the index entries of claimed messages until they are vacuumed.
ALTER TABLE sms_waiting SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);

CREATE INDEX sms_waiting_next ON sms_waiting (account_id, lane, position);
CREATE INDEX sms_waiting_expiring ON sms_waiting (account_id, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE sms_request (
  account_id INTEGER NOT NULL,
  epoch BIGINT NOT NULL,
  number BIGINT NOT NULL,
  sent_at BIGINT NOT NULL,
  deadline_at BIGINT NOT NULL,
  messages TEXT NOT NULL,
  PRIMARY KEY (account_id, epoch, number)
);

CREATE TABLE sms_result (
  message_id BIGINT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  revision BIGINT NOT NULL,
  visible_at BIGINT NOT NULL,
  deliveries INTEGER NOT NULL
);

CREATE INDEX sms_result_visible ON sms_result (account_id, visible_at, message_id);

CREATE TABLE sms_block (
  id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id INTEGER NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state = ANY ('{ANNOUNCED, RECEIVED, READ, UNREADABLE, GAP}')),
  announced_at BIGINT NOT NULL,
  deadline_at BIGINT NOT NULL,
  received_at BIGINT,
  body BYTEA,
  reason TEXT,
  visible_at BIGINT NOT NULL DEFAULT 0,
  deliveries INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX sms_block_state ON sms_block (account_id, state, visible_at);

CREATE TABLE sms_status (
  block_id BIGINT NOT NULL,
  position INTEGER NOT NULL,
  correlation_id TEXT COLLATE "C",
  destination TEXT,
  sent_date BIGINT,
  status TEXT NOT NULL,
  raw_status TEXT,
  PRIMARY KEY (block_id, position)
);

-- Numbers that must not receive messages, digits only; a mobile number of Brazil has its ninth digit.
CREATE TABLE sms_opt_out (
  number TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  since BIGINT NOT NULL,
  reason TEXT
);

-- Version of these tables, and the oldest version of the component's nodes that works with them.
INSERT INTO sms_setting (name, value) VALUES ('schema.version', '1'), ('schema.compatible', '1');
