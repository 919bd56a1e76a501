import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const schema = `
create table if not exists setting (name text primary key, value text not null) strict;
create table if not exists business (position integer primary key, id text unique not null, record text not null) strict;
create table if not exists payment (
  seq integer primary key, id text unique not null, business_id text not null, client_payment_id text not null,
  status text not null, initiated_at integer not null, state text not null) strict;
create index if not exists payment_of_business on payment (business_id, seq);
create index if not exists payment_of_client on payment (business_id, client_payment_id);
create table if not exists deposit (id text primary key, payment_id text not null, business_id text not null) strict, without rowid;
create table if not exists withdrawal (
  seq integer primary key, id text unique not null, business_id text not null, state text not null) strict;
create index if not exists withdrawal_of_business on withdrawal (business_id, seq);
create table if not exists event (
  seq integer primary key, due integer not null, kind text not null, subject text not null) strict;
create index if not exists event_by_due on event (due, seq);
create table if not exists callback (
  seq integer primary key, id text unique not null, business_id text not null, kind text not null,
  subject text not null, body text not null, created integer not null, next integer, state text not null) strict;
create index if not exists callback_by_next on callback (next) where next is not null;
create index if not exists callback_of_business on callback (business_id, seq);
create table if not exists attempt (
  seq integer primary key, callback_id text not null, at integer not null, url text not null, headers text not null,
  body blob, status integer, answer text, error text, milliseconds integer not null, note text) strict;
create index if not exists attempt_of_callback on attempt (callback_id, seq);
create table if not exists past_callback (
  seq integer primary key, business_id text not null, kind text not null, body text not null, sent_at integer not null) strict;
create index if not exists past_callback_of_business on past_callback (business_id, seq);
`;

/**
 * Opens the sandbox's database and creates its tables. The write-ahead log preserves committed data when the
 * process is killed. `:memory:` is for tests.
 *
 * @throws an error of one line where the file can't be opened
 */
export function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma temp_store = memory;');
    database.exec(schema);
    return database;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`its data at ${file} can't be opened (${reason}).`, { cause });
  }
}

/** Runs the work in one transaction. Nested calls join the outer one. */
export function runInTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
