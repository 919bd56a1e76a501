import { expect, test } from 'vitest';
import { readMigrations } from '#lib/database/migrate.ts';
import { findLockProblems, listStatements } from './migration-locks.ts';

const find = (sql: string, ...before: readonly string[]) =>
  findLockProblems([
    ...before.map((text, place) => ({ name: `2027010${place}000000_before`, sql: text })),
    { name: '20270201000000_test', sql },
  ]).map(({ instead }) => instead);

test('no new migration locks a large table longer than needed', async () => {
  const migrations = await readMigrations();
  expect(migrations.length).toBeGreaterThan(50);
  expect(findLockProblems(migrations)).toEqual([]);
});

test.each([
  ['CREATE INDEX "a" ON "payment"("status")', /CONCURRENTLY/],
  ['create unique index a on public_name (x); CREATE INDEX b ON deposit (x)', /CONCURRENTLY/],
  ['ALTER TABLE "payment" ALTER COLUMN "status" SET NOT NULL', /NOT VALID/],
  ['ALTER TABLE payment ALTER COLUMN status SET DATA TYPE text', /add a column/],
  ['ALTER TABLE "payment" ALTER "status" TYPE text', /add a column/],
  [
    'ALTER TABLE payment ADD COLUMN a int, ADD COLUMN b uuid NOT NULL DEFAULT gen_random_uuid()',
    /let a job fill/,
  ],
  ['ALTER TABLE deposit ADD COLUMN a text GENERATED ALWAYS AS (upper(b)) STORED', /let a job fill/],
  ['ALTER TABLE payment ADD COLUMN number BIGSERIAL', /let a job fill/],
  ['ALTER TABLE payment ADD CONSTRAINT a CHECK (length(b) < 9)', /NOT VALID/],
  ['ALTER TABLE payment ADD CONSTRAINT a FOREIGN KEY (b) REFERENCES business(id)', /NOT VALID/],
  ['ALTER TABLE payment ADD CONSTRAINT a UNIQUE (b)', /USING INDEX/],
  ['UPDATE "callback_message" AS later SET a = 1 WHERE b', /batches/],
  ["DO $$\nBEGIN\n  UPDATE payment SET a = ';';\nEND\n$$", /batches/],
  ['DELETE FROM service_answer', /batches/],
  ['LOCK TABLE payment', /unlocked/],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON payment (b); SELECT 1', /no other statements/],
  ['CALL a(); SELECT 1', /no other statements/],
  ['DROP INDEX CONCURRENTLY IF EXISTS a; CREATE INDEX CONCURRENTLY b ON payment (b)', /add IF NOT EXISTS/],
  [
    'ALTER TABLE payment ADD CONSTRAINT a CHECK (b > 0) NOT VALID; ALTER TABLE payment VALIDATE CONSTRAINT a',
    /later/,
  ],
])('refuses %s', (sql, instead) => {
  expect(find(sql)).toEqual([expect.stringMatching(instead)]);
});

test.each([
  'CREATE INDEX CONCURRENTLY "a" ON "payment"("status")',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON payment (b); DROP INDEX CONCURRENTLY IF EXISTS c; CALL d()',
  'CREATE INDEX a ON business (name)',
  'CREATE TABLE payment (id uuid); CREATE INDEX a ON payment (id); ALTER TABLE payment ADD CONSTRAINT b CHECK (id > 0)',
  'ALTER TABLE payment ADD COLUMN a boolean NOT NULL DEFAULT false',
  'ALTER TABLE payment ADD COLUMN a timestamptz DEFAULT now()',
  'ALTER TABLE payment ADD CONSTRAINT a CHECK (b > 0) NOT VALID',
  'ALTER TABLE payment ADD CONSTRAINT a UNIQUE USING INDEX b',
  '-- UPDATE payment\nALTER TABLE business ALTER COLUMN name SET NOT NULL',
  'CREATE FUNCTION a() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE payment SET a = 1; RETURN NEW; END $$',
  "INSERT INTO business (name) VALUES ('; UPDATE payment SET a = 1')",
])('allows %s', (sql) => {
  expect(find(sql)).toEqual([]);
});

test('allows NOT NULL after a validated check', () => {
  const add = 'ALTER TABLE "payment" ADD CONSTRAINT "a" CHECK ("status" IS NOT NULL) NOT VALID';
  const validate = 'ALTER TABLE "payment" VALIDATE CONSTRAINT "a"';
  const change = 'ALTER TABLE "payment" ALTER COLUMN "status" SET NOT NULL';
  expect(find(change, add, validate)).toEqual([]);
  expect(find(change, add)).toHaveLength(1);
});

test('splits statements outside of quotes and function bodies', () => {
  expect(
    listStatements(`SELECT ';'; -- no; comment\nCREATE FUNCTION a() AS $f$ x; y $f$; SELECT "b"`),
  ).toEqual(["SELECT ''", 'CREATE FUNCTION a() AS $$', 'SELECT b']);
});
