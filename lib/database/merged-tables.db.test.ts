import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMigrations, readMigrations } from './migrate.ts';
import { closeDatabase, databasePool } from './pools.ts';
import { withDatabase } from './testing/database-address.ts';

const name = `merged_${randomUUID().replaceAll('-', '')}`;
let client: pg.Client;

const business = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';
const [first, second, record] = [3, 4, 5].map((number) => `00000000-0000-4000-8000-00000000000${number}`);

/** Rows of tables that later migrations merge into others. */
const rowsBefore = `
  INSERT INTO business (id, name) VALUES ('${business}', 'One'), ('${other}', 'Two');
  INSERT INTO list_view (business_id, view_id, person_id, list, name, query, created_at, changed_at)
    VALUES ('${business}', '${record}', '${first}', 'payments', 'Late', 'late=yes', now(), now()),
           ('${other}', '${second}', '${second}', 'deposits', 'Paid', 'status=PAID', now(), now());
  INSERT INTO list_default (business_id, person_id, list, view_id)
    VALUES ('${business}', '${first}', 'payments', '${record}'), ('${other}', '${second}', 'deposits', '${second}');
  INSERT INTO notification_schedule (business_id, person_id, time_zone, quiet_from, quiet_until, mailed_at)
    VALUES ('${business}', '${first}', 'Europe/Berlin', 1320, 360, '2026-11-01Z');
  INSERT INTO notification_choice (business_id, person_id, kind, delivery)
    VALUES ('${business}', '${first}', 'payment-paid', 'off'), ('${business}', '${first}', 'refund-sent', 'daily'),
           ('${other}', '${first}', 'payment-paid', 'hourly'), ('${business}', '${second}', 'payment-paid', 'app');
  INSERT INTO business_visit (business_id, person_id, since, last_at)
    VALUES ('${business}', '${first}', '2026-11-01Z', '2026-11-02Z'), ('${business}', '${second}', NULL, '2026-11-03Z');
  INSERT INTO review_category (business_id, position, name)
    VALUES ('${business}', 2, 'Mixer'), ('${business}', 1, 'Scam');
  INSERT INTO review_reason_template (business_id, template_id, version, kind, name, text, removed, changed_by, changed_at)
    VALUES ('${business}', '${first}', 1, 'clear', 'Known', 'A.', false, '${first}', now()),
           ('${business}', '${first}', 2, 'clear', 'Known', 'B.', false, '${first}', now()),
           ('${business}', '${second}', 1, 'report', 'Odd', 'C.', false, '${first}', now()),
           ('${business}', '${second}', 2, 'report', 'Odd', 'C.', true, '${first}', now());
  INSERT INTO customer_message (business_id, kind, language, text, changed_by, changed_at)
    VALUES ('${business}', 'request', 'de', 'Hier: {link}', '${first}', now());
  INSERT INTO payment_batch_mapping (business_id, signature, mapping, defaults, saved_at)
    VALUES ('${business}', '\\xab01', '{amount,""}', '{"currency": "EUR"}', now()), ('${business}', '\\xab02', NULL, '{}', now());
  INSERT INTO review_counterparty_note (business_id, note_id, kind, note_key, tag, label, text, person_id, at)
    VALUES ('${business}', '${record}', 'address', 'bc1q', '7', 'BC1Q', 'Seen before', '${first}', '2026-11-01Z');
  INSERT INTO review_case (business_id, case_id, subject_kind, subject_id, opened_at, due_at, changed_at)
    VALUES ('${business}', '${record}', 'deposit', '${second}', now(), now(), now()),
           ('${business}', '${first}', 'deposit', '${first}', now(), now(), now()),
           ('${business}', '${second}', 'deposit', '${record}', now(), now(), now());
  INSERT INTO review_check (business_id, case_id, step, person_id, at)
    VALUES ('${business}', '${record}', 'source', '${first}', '2026-11-02Z'), ('${business}', '${record}', 'sanctions', '${second}', '2026-11-01Z'),
           ('${business}', '${first}', 'source', '${second}', '2026-11-03Z');
  INSERT INTO database_restore (restore_id, restored_at, data_until)
    VALUES ('${first}', '2026-11-01Z', now()), ('${second}', '2026-11-02Z', now()), ('${record}', '2026-11-03Z', now());
  INSERT INTO database_restore_people (business_id, restore_id, confirmed_at)
    VALUES ('${business}', '${record}', NULL), ('${other}', '${record}', now()),
           ('${business}', '${first}', NULL), ('${other}', '${first}', NULL), ('${business}', '${second}', now());
  INSERT INTO connection_check (business_id, key, checked_at, state, said)
    VALUES ('${business}', 'clock', '2026-11-01Z', 'bad', 'Late'), ('${business}', 'credentials', '2026-11-02Z', 'good', 'Fine');
  INSERT INTO sending_turn (kind, next_at) VALUES ('create', now());
  INSERT INTO payment_batch (business_id, batch_id, file_name, source, size, state, headers, mapping, notes, created_by, created_at)
    VALUES ('${business}', '${first}', 'a.csv', 'csv', 1, 'uploading', '{}', '{}', '{}', '${first}', now());
  INSERT INTO payment_batch_chunk (business_id, batch_id, number, body) VALUES ('${business}', '${first}', 0, 'a');
  INSERT INTO bank_import (business_id, import_id, file_name, size, state, created_by, created_at)
    VALUES ('${business}', '${second}', 'b.csv', 2, 'uploading', '${first}', now());
  INSERT INTO bank_import_chunk (business_id, import_id, number, body) VALUES ('${business}', '${second}', 0, 'b'),
    ('${business}', '${second}', 1, 'c');
  INSERT INTO person (id, email, name, password_hash)
    VALUES ('${first}', 'one@example.test', 'One', 'x'), ('${second}', 'two@example.test', 'Two', 'x');
  INSERT INTO membership (business_id, person_id, role)
    SELECT b, p, 'finance' FROM unnest(ARRAY['${business}', '${other}']::uuid[]) AS b, unnest(ARRAY['${first}', '${second}']::uuid[]) AS p;
  INSERT INTO password_reset_request (request_id, email, requested_at) VALUES ('${record}', 'who@example.test', '2026-11-04Z');
  INSERT INTO reading_pause (name, since, until, probing_until, failures, failed_at, reason)
    VALUES ('payments', '2026-11-01Z', '2026-11-02Z', '2026-11-03Z', 4, '2026-11-04Z', 'No answer.');
  INSERT INTO service_reading_state (business_id, kind, last_attempt_at, last_success_at, failing_since, error_code, error_message)
    VALUES ('${business}', 'business', '2026-11-02Z', '2026-11-01Z', NULL, NULL, NULL),
           ('${business}', 'payments', '2026-11-03Z', NULL, '2026-11-02Z', NULL, 'Refused.');
  INSERT INTO callback_refusal (business_id, kind, reason, received_at, headers, excerpt, acknowledged_at, sha256, length)
    VALUES ('${business}', 'withdrawal', 'encoded', '2026-11-01Z', '{"a": "b"}', 'x', NULL, sha256('x'), 1),
           ('${business}', 'withdrawal', 'too-large', '2026-11-02Z', '{}', '', now(), sha256('y'), 9);
  INSERT INTO callback_refusal_count (business_id, hour, reason, count, kind, first_seen_at, last_seen_at, acknowledged)
    VALUES ('${business}', '2026-11-03Z', 'secret', 5, 'withdrawal', '2026-11-03T00:01Z', '2026-11-03T00:02Z', 3);
  INSERT INTO review_rule (business_id, rule_id, created_by, created_at, changed_at)
    VALUES ('${business}', '${first}', '${first}', now(), now());
  INSERT INTO review_rule_text (business_id, rule_id, number, name, subject_kind, spec, made_by, made_at)
    VALUES ('${business}', '${first}', 1, 'Large', 'deposit', '{}', '${first}', now());
  INSERT INTO review_rule_run (business_id, run_id, rule_id, number, kind, from_at, until_at, started_by, started_at, hits)
    SELECT '${business}', run, '${first}', 1, 'try', now(), now(), '${first}', now(), hits
      FROM (VALUES ('${first}'::uuid, 2), ('${second}', 0)) AS runs (run, hits);
  INSERT INTO review_rule_hit (business_id, run_id, subject_id, at)
    VALUES ('${business}', '${first}', '${second}', '2026-11-02Z'), ('${business}', '${first}', '${record}', '2026-11-01Z');
  INSERT INTO session (id, person_id, created_at, last_seen_at, authenticated_at) VALUES ('${record}', '${first}', now(), now(), now());
  INSERT INTO one_time_token (token_id, kind, person_id, token_hash, created_at, expires_at)
    VALUES ('${second}', 'sign-in', '${first}', sha256('a'), '2026-11-01Z', '2026-11-02Z');
  INSERT INTO recovery_code (person_id, code_hash, created_at, used_at)
    VALUES ('${first}', sha256('e'), '2026-11-02Z', NULL), ('${first}', sha256('f'), '2026-11-02Z', '2026-11-03Z');
  INSERT INTO passkey_challenge (challenge, purpose, session_id, pending_id, expires_at)
    VALUES (sha256('b'), 'register', '${record}', NULL, '2026-11-02T00:05:00Z'),
           (sha256('c'), 'second-factor', NULL, '${second}', '2026-11-02T00:05:00Z'),
           (sha256('d'), 'sign-in', NULL, NULL, '2026-11-02T00:05:00Z');
  UPDATE reading_version SET version = 7, changed_at = '2026-11-01Z';
  INSERT INTO audit_anchor_state (checked_at, failing_since, failure) VALUES ('2026-11-02Z', '2026-11-03Z', 'no-key');
  INSERT INTO backup_record (snapshot_at, finished_at, bytes, has_secrets)
    VALUES ('2026-11-05Z', '2026-11-06Z', 8, true), ('2026-11-04Z', '2026-11-04Z', 7, false);`;

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
