import { expect, test } from 'vitest';
import { describeStatement } from './describe-statement.ts';

test.each([
  ['SELECT 1', 'SELECT', null],
  ['select "public"."deposit"."id" FROM "public"."deposit" WHERE 1=1', 'SELECT', 'deposit'],
  ['INSERT INTO callback_message (body) VALUES ($1)', 'INSERT', 'callback_message'],
  ['\n  UPDATE ONLY "payment" SET a = $1', 'UPDATE', 'payment'],
  ['WITH page AS (SELECT id FROM withdrawal) SELECT * FROM page', 'WITH', 'withdrawal'],
  ['/* from secret */ DELETE FROM session', 'DELETE', 'session'],
  ["SELECT set_config('from alice', 'x', false)", 'SELECT', null],
  ["SELECT 'it''s from bob' FROM person", 'SELECT', 'person'],
  ["SELECT 'open from carol", 'SELECT', null],
  ['BEGIN ISOLATION LEVEL REPEATABLE READ', 'BEGIN', null],
  ['VACUUM payment', 'OTHER', null],
  ['', 'OTHER', null],
])('describes %j without its values', (text, operation, table) => {
  expect(describeStatement(text)).toEqual({ operation, table });
});
