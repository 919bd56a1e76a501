import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMigrations, readMigrations } from './migrate.ts';
import { closeDatabase, databasePool } from './pools.ts';
import { withDatabase } from './testing/database-address.ts';
import { business, first, other, record, rowsBefore, second } from './testing/rows-before-merging.ts';

const name = `merged_${randomUUID().replaceAll('-', '')}`;
let client: pg.Client;

const query = async (sql: string): Promise<unknown[]> => (await client.query(sql)).rows;

beforeAll(async () => {
  await databasePool().query(`CREATE DATABASE ${name}`);
  client = new pg.Client({ connectionString: withDatabase(process.env['DATABASE_URL'] ?? '', name) });
  await client.connect();
  const earlier = (await readMigrations()).filter(
    (migration) => migration.name < '20261130093000_contract_personal_settings',
  );
  await applyMigrations(client, undefined, new Set(earlier.map((migration) => migration.name)));
  await client.query(rowsBefore);
  await applyMigrations(client);
});
afterAll(async () => {
  await client.end();
  await databasePool().query(`DROP DATABASE ${name} WITH (FORCE)`);
  await closeDatabase();
});

test('keeps what people chose for a business, and their visits', async () => {
  expect(
    await query(
      `SELECT business_id, person_id, time_zone, quiet_from, quiet_until, mailed_at, deliveries, default_views, visited_before,
              visited_at FROM membership ORDER BY business_id, person_id`,
    ),
  ).toEqual([
    {
      ...{
        business_id: business,
        person_id: first,
        time_zone: 'Europe/Berlin',
        quiet_from: 1320,
        quiet_until: 360,
      },
      deliveries: { 'payment-paid': 'off', 'refund-sent': 'daily' },
      default_views: { payments: record },
      mailed_at: new Date('2026-11-01Z'),
      visited_before: new Date('2026-11-01Z'),
      visited_at: new Date('2026-11-02Z'),
    },
    {
      ...{ business_id: business, person_id: second, time_zone: null, quiet_from: null, quiet_until: null },
      ...{ deliveries: { 'payment-paid': 'app' }, default_views: {}, mailed_at: null, visited_before: null },
      visited_at: new Date('2026-11-03Z'),
    },
    {
      ...{ business_id: other, person_id: first, time_zone: null, quiet_from: null, quiet_until: null },
      ...{ default_views: {}, mailed_at: null, visited_before: null, visited_at: null },
      deliveries: { 'payment-paid': 'hourly' },
    },
    {
      ...{ business_id: other, person_id: second, time_zone: null, quiet_from: null, quiet_until: null },
      ...{ deliveries: {}, mailed_at: null, visited_before: null, visited_at: null },
      default_views: { deposits: second },
    },
  ]);
});

test('keeps categories, templates with their versions, texts and columns as settings', async () => {
  expect(
    await query(
      `SELECT kind, subject, value, version FROM setting WHERE business_id = '${business}' ORDER BY kind, subject`,
    ),
  ).toEqual([
    {
      ...{ kind: 'batch-columns', subject: 'ab01', version: 1 },
      value: { mapping: ['amount', ''], defaults: { currency: 'EUR' } },
    },
    { kind: 'batch-columns', subject: 'ab02', version: 1, value: { mapping: [], defaults: {} } },
    { kind: 'customer-text', subject: 'request/de', version: 1, value: 'Hier: {link}' },
    { kind: 'review-categories', subject: '', version: 1, value: ['Scam', 'Mixer'] },
    {
      ...{ kind: 'review-template', subject: first, version: 2 },
      value: { kind: 'clear', name: 'Known', text: 'B.' },
    },
    { kind: 'review-template', subject: second, version: 2, value: null },
  ]);
});

test('keeps the businesses whose people wait for an owner', async () => {
  expect(
    await query(
      'SELECT restored_at, restored_until IS NOT NULL AS has_end, resumed_at, unconfirmed FROM installation',
    ),
  ).toEqual([
    { restored_at: new Date('2026-11-03'), has_end: true, resumed_at: null, unconfirmed: [business, other] },
  ]);
});

test('keeps the results of checks', async () => {
  expect(await query(`SELECT checks FROM business ORDER BY id`)).toEqual([
    {
      checks: {
        clock: { state: 'bad', message: 'Late', at: Date.parse('2026-11-01Z') },
        credentials: { state: 'good', message: 'Fine', at: Date.parse('2026-11-02Z') },
      },
    },
    { checks: {} },
  ]);
});

test('keeps the parts of uploaded files', async () => {
  expect(
    await query(
      `SELECT upload_id, number, convert_from(body, 'UTF8') AS body FROM upload_chunk ORDER BY upload_id, number`,
    ),
  ).toEqual([
    { upload_id: first, number: 0, body: 'a' },
    { upload_id: second, number: 0, body: 'b' },
    { upload_id: second, number: 1, body: 'c' },
  ]);
});

test('keeps remembered browsers', async () => {
  expect(await query('SELECT remembered_devices AS devices FROM person ORDER BY email')).toEqual([
    {
      devices: {
        [String(record)]: { at: Date.parse('2026-11-01Z'), until: Date.parse('2026-12-01Z') },
        [other]: { at: Date.parse('2026-11-02Z'), until: Date.parse('2026-12-02Z') },
      },
    },
    { devices: {} },
  ]);
});

test('keeps how far notifications and the expiry have got', async () => {
  const nothing = '00000000-0000-0000-0000-000000000000';
  const columns = 'source, at, record_id, sequence::int, started_at, finished_at, expired, retained';
  expect(await query(`SELECT ${columns} FROM job_cursor ORDER BY source`)).toEqual([
    {
      ...{ source: 'audit', at: new Date('2026-11-02Z'), record_id: record, sequence: 7 },
      ...{ started_at: new Date('2026-11-01Z'), finished_at: null, expired: 0, retained: 0 },
    },
    {
      ...{ source: 'expiry-audit', at: null, record_id: nothing, sequence: 0, expired: 0, retained: 0 },
      ...{ started_at: new Date('2026-11-03Z'), finished_at: new Date('2026-11-04Z') },
    },
    {
      ...{ source: 'expiry-payment', at: new Date('2016-11-01Z'), record_id: first, sequence: 0 },
      ...{ started_at: new Date('2026-11-03Z'), finished_at: null, expired: 3, retained: 2 },
    },
  ]);
});

test('keeps notes about addresses', async () => {
  expect(await query('SELECT * FROM review_note')).toEqual([
    {
      ...{
        business_id: business,
        note_id: record,
        case_id: null,
        person_id: first,
        at: new Date('2026-11-01Z'),
      },
      ...{ text: 'Seen before', asked_of: null, due_at: null, answers: null },
      ...{ about: 'address', about_key: 'bc1q', about_tag: '7', about_label: 'BC1Q' },
    },
  ]);
});

test('keeps the completed steps of a case', async () => {
  expect(await query('SELECT case_id, checks FROM review_case ORDER BY case_id')).toEqual([
    { case_id: first, checks: [{ step: 'source', personId: second, at: Date.parse('2026-11-03Z') }] },
    { case_id: second, checks: [] },
    {
      case_id: record,
      checks: [
        { step: 'sanctions', personId: second, at: Date.parse('2026-11-01Z') },
        { step: 'source', personId: first, at: Date.parse('2026-11-02Z') },
      ],
    },
  ]);
});

test('keeps recovery codes as one-time tokens without an end', async () => {
  const code = { person_id: first, created_at: new Date('2026-11-02Z'), is_right: true, has_end: false };
  expect(
    await query(
      `SELECT person_id, created_at, used_at, expires_at < 'infinity' AS has_end,
              token_hash = sha256(CASE WHEN used_at IS NULL THEN 'e'::bytea ELSE 'f' END) AS is_right
         FROM one_time_token WHERE kind = 'recovery-code' ORDER BY used_at NULLS FIRST`,
    ),
  ).toEqual([
    { ...code, used_at: null },
    { ...code, used_at: new Date('2026-11-03Z') },
  ]);
});

test('keeps the challenges of passkeys as one-time tokens', async () => {
  const expiring = { person_id: null, created_at: new Date('2026-11-02Z'), is_right: true };
  expect(
    await query(
      `SELECT kind, person_id, session_id, pending_id, created_at, token_hash = sha256(sha256(CASE kind
                WHEN 'passkey-register' THEN 'b'::bytea WHEN 'passkey-second-factor' THEN 'c' ELSE 'd' END)) AS is_right
         FROM one_time_token WHERE kind LIKE 'passkey-%' ORDER BY kind`,
    ),
  ).toEqual([
    { kind: 'passkey-register', session_id: record, pending_id: null, ...expiring },
    { kind: 'passkey-second-factor', session_id: null, pending_id: second, ...expiring },
    { kind: 'passkey-sign-in', session_id: null, pending_id: null, ...expiring },
  ]);
});

test('keeps a request for a link for a new password until its end', async () => {
  expect(
    await query(
      `SELECT email, person_id, created_at, expires_at, length(token_hash) AS bytes
         FROM one_time_token WHERE kind = 'password-reset-request'`,
    ),
  ).toEqual([
    {
      ...{ email: 'who@example.test', person_id: null, bytes: 32 },
      ...{ created_at: new Date('2026-11-04Z'), expires_at: new Date('2026-11-04T00:30Z') },
    },
  ]);
});

test('keeps the pause of reading, and the latest attempts to read', async () => {
  expect(
    await query(
      `SELECT reads_paused_since, reads_paused_until, reads_probed_until, read_failures, reads_failed_at, reads_failure
         FROM installation`,
    ),
  ).toEqual([
    {
      reads_paused_since: new Date('2026-11-01Z'),
      reads_paused_until: new Date('2026-11-02Z'),
      reads_probed_until: new Date('2026-11-03Z'),
      read_failures: 4,
      reads_failed_at: new Date('2026-11-04Z'),
      reads_failure: 'No answer.',
    },
  ]);
  expect(await query('SELECT id, reads FROM business ORDER BY id')).toEqual([
    {
      id: business,
      reads: {
        business: { at: Date.parse('2026-11-02Z'), successAt: Date.parse('2026-11-01Z') },
        payments: {
          at: Date.parse('2026-11-03Z'),
          failingSince: Date.parse('2026-11-02Z'),
          message: 'Refused.',
        },
      },
    },
    { id: other, reads: {} },
  ]);
});

test('keeps refused callbacks, with an excerpt and as the number of an hour', async () => {
  expect(
    await query(
      `SELECT kind, reason, hour, count::int, acknowledged::int, first_seen_at, last_seen_at, headers, excerpt::text, length
         FROM callback_refusal ORDER BY first_seen_at`,
    ),
  ).toEqual([
    {
      ...{ kind: 'withdrawal', reason: 'encoded', hour: null, count: 1, acknowledged: 0 },
      ...{ first_seen_at: new Date('2026-11-01Z'), last_seen_at: new Date('2026-11-01Z') },
      ...{ headers: { a: 'b' }, excerpt: '\\x78', length: 1 },
    },
    {
      ...{ kind: 'withdrawal', reason: 'too-large', hour: null, count: 1, acknowledged: 1 },
      ...{ first_seen_at: new Date('2026-11-02Z'), last_seen_at: new Date('2026-11-02Z') },
      ...{ headers: {}, excerpt: '\\x', length: 9 },
    },
    {
      ...{ kind: 'withdrawal', reason: 'secret', hour: new Date('2026-11-03Z'), count: 5, acknowledged: 3 },
      ...{ first_seen_at: new Date('2026-11-03T00:01Z'), last_seen_at: new Date('2026-11-03T00:02Z') },
      ...{ headers: {}, excerpt: null, length: 0 },
    },
  ]);
});

test('keeps the hits of a backtest with their times', async () => {
  expect(await query('SELECT run_id, hit_ids, hit_times FROM review_rule_run ORDER BY run_id')).toEqual([
    {
      run_id: first,
      hit_ids: [record, second],
      hit_times: [new Date('2026-11-01Z'), new Date('2026-11-02Z')],
    },
    { run_id: second, hit_ids: [], hit_times: [] },
  ]);
});

test('keeps the version of reading, the run of the anchors and the latest backup', async () => {
  expect(await query('SELECT * FROM installation')).toMatchObject([
    {
      ...{ id: true, reading_version: 7, reading_changed_at: new Date('2026-11-01Z') },
      anchors_checked_at: new Date('2026-11-02Z'),
      anchors_failing_since: new Date('2026-11-03Z'),
      anchors_failure: 'no-key',
      ...{ backup_at: new Date('2026-11-05Z'), backup_bytes: '8', backup_has_secrets: true },
    },
  ]);
});

const template = { kind: 'clear', name: 'Known', text: 'A.' };
const check = { step: 'source', personId: first, at: 1 };
const otherCheck = { step: 'history', personId: first, at: 2 };
const settingSql = `INSERT INTO setting (business_id, kind, subject, value) VALUES ('${other}', $1, $2, $3)`;
const store = (kind: string, subject: string, value: unknown) =>
  client.query(settingSql, [kind, subject, JSON.stringify(value)]);
const storeChecks = (checks: unknown) =>
  client.query('UPDATE review_case SET checks = $1 WHERE case_id = $2', [JSON.stringify(checks), second]);
const refusal = { code: '23514' };

test.each([
  ['review-categories', [['']]],
  ['review-categories', [['  ']]],
  ['review-categories', [['x'.repeat(201)]]],
  ['review-categories', [[1]]],
  ['review-categories', [[['Scam']]]],
  ['review-template', [{ ...template, kind: 'other' }, { kind: 'clear', name: 'Known' }, [template], 'A.']],
  [
    'review-template',
    [
      { ...template, name: ' ' },
      { ...template, name: 'x'.repeat(81) },
      { ...template, name: 1 },
    ],
  ],
  [
    'review-template',
    [
      { ...template, text: '' },
      { ...template, text: 'x'.repeat(5_001) },
    ],
  ],
  ['batch-columns', [{ mapping: [1], defaults: {} }, { mapping: [] }]],
])('the database refuses wrong elements of %s: %j', async (kind, values) => {
  const subject = kind === 'review-categories' ? '' : 'one';
  for (const value of values) await expect(store(kind, subject, value)).rejects.toMatchObject(refusal);
});

test('the database accepts elements of the longest allowed length', async () => {
  await store('review-categories', '', ['x'.repeat(200), ' two\nlines ', 'é']);
  await store('review-template', 'one', { ...template, name: 'x'.repeat(80), text: 'x'.repeat(5_000) });
  await store('batch-columns', 'one', { mapping: ['amount', ''], defaults: { currency: 'EUR' } });
});

test('the database refuses wrong steps of a case, and a step twice', async () => {
  const { at: _at, ...timeless } = check;
  for (const checks of [
    [{ ...check, at: '1' }],
    [timeless],
    [{ ...check, personId: 'someone' }],
    [{ ...check, personId: 1 }],
    [{ ...check, step: 1 }],
    ['source'],
    [check, check],
    [otherCheck, check, { ...check, at: 3 }],
    [check, otherCheck, { ...check, at: 3 }],
    Array.from({ length: 7 }, (_one, index) => ({ ...check, step: String(index) })),
  ])
    await expect(storeChecks(checks)).rejects.toMatchObject(refusal);
  await storeChecks(Array.from({ length: 6 }, (_one, index) => ({ ...check, step: String(index) })));
  await storeChecks([check, otherCheck]);
});

test('the database refuses other deliveries and views of a person', async () => {
  const set = (column: string, value: unknown) =>
    client.query(`UPDATE membership SET ${column} = $1`, [JSON.stringify(value)]);
  for (const value of [{ a: 1 }, { a: 'never' }, { a: ['off'] }, []])
    await expect(set('deliveries', value)).rejects.toMatchObject(refusal);
  for (const value of [{ payments: 1 }, { payments: [record] }])
    await expect(set('default_views', value)).rejects.toMatchObject(refusal);
});
