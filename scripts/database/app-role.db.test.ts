import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { ensureAppLogin, toScramVerifier } from './app-login.ts';

/** A real second role: the owner of the tables migrates, the product works as another role. */
const server = process.env['DATABASE_URL'] ?? '';
const own = `roles_${process.pid}`;
const role = `app of ${process.pid}`;
const owner = `owner_${process.pid}`;
const created = `created of ${process.pid}`;
const group = `group_${process.pid}`;
const password = 'a-password-of-the-test';
const at = (name: string, user?: string): string => {
  const address = Object.assign(new URL(server), { pathname: `/${name}` });
  if (user !== undefined) Object.assign(address, { username: encodeURIComponent(user), password });
  return address.href;
};

async function as(url: string, ...statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function command(
  script: string,
  urls: { direct: string; database: string },
  options: readonly string[] = [],
) {
  const file = path.resolve(import.meta.dirname, '..', script);
  const child = spawn(process.execPath, ['--conditions=react-server', file, ...options], {
    env: { ...process.env, DATABASE_URL: urls.database, DIRECT_URL: urls.direct, NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { output, code };
}

const migrate = () => command('migrate.ts', { direct: at(own), database: at(own, role) });
const append = `INSERT INTO audit_entry (chain_id, sequence, at, actor_kind, actor_id, action, object_type, object_id,
    request_id, previous, hash)
  SELECT gen_random_uuid(), 1, now(), 'system', 'test', 'test.add', 'test', '1', 'r', '\\x00', '\\x01'`;

beforeAll(async () => {
  await as(server, `CREATE DATABASE ${own}`, `CREATE ROLE "${role}" LOGIN PASSWORD '${password}'`);
});
afterAll(async () => {
  await as(server, `DROP DATABASE IF EXISTS ${own} WITH (FORCE)`);
  for (const one of [role, created, owner, group]) await as(server, `DROP ROLE IF EXISTS "${one}"`);
});

test('npm run migrate revokes the right to change the audit log from the role of the product', async () => {
  const first = await migrate();
  expect(first.output).toContain(`${role} can add audit entries and received data, but can’t change them.`);
  expect(first.code).toBe(0);
  await as(at(own, role), append);
  // Without the triggers, so that it is the role alone that keeps it from that.
  await as(at(own), 'ALTER TABLE audit_entry DISABLE TRIGGER USER');
  for (const change of [
    `UPDATE audit_entry SET action = 'x'`,
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
  ])
    await expect(as(at(own, role), change)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining('permission denied for table audit_entry'),
    });
  for (const change of [
    'ALTER TABLE audit_entry DISABLE TRIGGER USER',
    'DROP TRIGGER audit_entry_is_append_only ON audit_entry',
    `UPDATE _prisma_migrations SET checksum = ''`,
  ])
    await expect(as(at(own, role), change)).rejects.toMatchObject({ code: '42501' });
  await as(at(own), 'ALTER TABLE audit_entry ENABLE TRIGGER USER');
  // It has all that it needs: heads of chains move, sequences count, tables of all kinds are written.
  await as(
    at(own, role),
    `INSERT INTO audit_head (chain_id, sequence, hash) VALUES (gen_random_uuid(), 1, '\\x00')`,
    'UPDATE audit_head SET sequence = sequence + 1',
    `INSERT INTO business (id, name) VALUES (gen_random_uuid(), 'One')`,
    `INSERT INTO callback_refusal (business_id, kind, reason, first_seen_at, last_seen_at, excerpt)
     SELECT id, 'withdrawal', 'too-large', now(), now(), '\\x00' FROM business`,
    'DELETE FROM callback_refusal',
  );
});

test('allows the role to add received data and change counters, and not to remove or change it', async () => {
  await as(
    at(own, role),
    `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
     VALUES (gen_random_uuid(), 'withdrawal', '\\x00', '{}', now(), now(), 'stored')`,
    'UPDATE callback_message SET deliveries = deliveries + 1',
    // A callback is grouped again when a person decides on it, and an import when it changed risk detail alone.
    'UPDATE callback_message SET shown_with = NULL',
    'UPDATE service_answer SET risk_only = true',
    `INSERT INTO callback_delivery (business_id, message_id, received_at) SELECT business_id, id, now() FROM callback_message`,
    'SELECT add_up_received_rows(10)',
    'TRUNCATE write_probe',
  );
  for (const change of [
    `UPDATE callback_message SET body = ''`,
    'DELETE FROM callback_message',
    'DELETE FROM callback_delivery',
    'UPDATE callback_delivery SET received_at = now()',
    'DELETE FROM callback_decision',
    'DELETE FROM service_answer',
    'TRUNCATE service_answer',
    'UPDATE received_total SET rows = 0',
    'DELETE FROM received_delta',
    'UPDATE received_delta SET rows = 1',
    'DELETE FROM payment_id_sequence',
    'ALTER TABLE callback_message DISABLE TRIGGER USER',
  ])
    await expect(as(at(own, role), change), change).rejects.toMatchObject({
      code: '42501',
      message: expect.stringMatching(/permission denied|must be owner/),
    });
  const count = (rows: number) =>
    `INSERT INTO received_delta (business_id, source, rows, checksum) VALUES (gen_random_uuid(), 'x', ${rows}, 0)`;
  await as(at(own, role), count(1));
  await expect(as(at(own, role), count(-1))).rejects.toMatchObject({ code: '23514' });
});

/** A new column of such a table belongs to the columns that the product changes, or here. */
test('refuses to change these columns, of tables of which the role changes some', async () => {
  const rows = await as(
    at(own, role),
    `SELECT c.relname AS name, string_agg(a.attname, ' ' ORDER BY a.attname) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT has_table_privilege(c.oid, 'UPDATE')
        AND NOT has_column_privilege(c.oid, a.attnum, 'UPDATE')
      GROUP BY c.relname ORDER BY c.relname`,
  );
  const tables = z.array(z.object({ name: z.string(), columns: z.string() })).parse(rows);
  expect(Object.fromEntries(tables.map(({ name, columns }) => [name, columns]))).toEqual({
    _prisma_migrations:
      'applied_steps_count checksum finished_at id logs migration_name rolled_back_at started_at',
    api_token: 'addresses created_at family_id hash hint name scopes token_id',
    audit_entry:
      'action actor_id actor_kind after at before chain_id hash object_id object_type previous request_id sequence',
    callback_decision:
      'accepted at business_id kind message_id note person_id revision verdict_after verdict_before',
    callback_delivery: 'business_id headers id key_name message_id received_at signature',
    callback_message: 'body business_id expired_at expired_size first_received_at id kind reference sha256',
    invitation: 'access_ends_at business_id created_at email invitation_id invited_by role',
    one_time_token:
      'created_at created_by device_id email is_mailed kind pending_id person_id session_id token_hash token_id',
    passkey: 'created_at credential_id is_syncable passkey_id person_id public_key transports',
    person_identity: 'email issuer linked_at person_id subject',
    received_delta: 'business_id checksum id rows source',
    received_total: 'business_id checksum rows source',
    record_expiry:
      'answers business_id bytes deposits expired_at expiry_id kind last_changed_at messages number parts record_id transaction years',
    review_watch: 'added_at added_by business_id kind label tag watch_id watch_key',
    second_factor: 'created_at factor_id kind person_id',
    service_answer:
      'body business_id file_name id payment_id person_id reference sha256 shown_with source visible_sha256',
  });
});

test('allows the role to use up and delete identities, and not to move them to another person', async () => {
  const person = '00000000-0000-4000-8000-000000000009';
  await as(
    at(own, role),
    `INSERT INTO person (id, email, name, password_hash) VALUES ('${person}', 'role@example.test', 'Role', 'x')`,
    `INSERT INTO one_time_token (kind, person_id, token_hash, created_at, expires_at)
     VALUES ('recovery-code', '${person}', sha256('x'), now(), 'infinity')`,
    'UPDATE one_time_token SET used_at = now()',
  );
  // Changes by an approval, the roles of a directory and a new maker.
  for (const change of [
    'UPDATE api_token SET writes_from = now(), approved_by = approved_by',
    'UPDATE api_token SET directory_roles = directory_roles',
    'UPDATE api_token SET period_requests = 1, period_ends_at = now()',
    'UPDATE api_token SET person_id = person_id, approved_by = approved_by',
  ])
    await as(at(own, role), change);
  for (const change of [
    'UPDATE api_token SET hash = hash',
    `UPDATE one_time_token SET token_hash = sha256('y')`,
    'UPDATE person_identity SET person_id = gen_random_uuid()',
    `UPDATE passkey SET public_key = ''`,
    'UPDATE second_factor SET person_id = gen_random_uuid()',
    `UPDATE invitation SET email = 'other@example.test'`,
    `UPDATE review_watch SET watch_key = 'other'`,
  ])
    await expect(as(at(own, role), change), change).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining('permission denied'),
    });
  await as(at(own, role), 'DELETE FROM one_time_token');
});

test('lets the role remove an expired record only through the function that checks it', async () => {
  const record = '00000000-0000-4000-8000-000000000001';
  await as(
    at(own, role),
    `INSERT INTO withdrawal (business_id, withdrawal_id, first_received_at, changed_at)
     VALUES ('${record}', '${record}', '2010-01-01Z', '2010-01-01Z')`,
    `INSERT INTO callback_message (business_id, kind, subject_id, sha256, body, first_received_at, last_received_at, verdict)
     VALUES ('${record}', 'withdrawal', '${record}', sha256('{}'), '{}', '2010-01-01Z', '2010-01-01Z', 'applied')`,
    `INSERT INTO setting (business_id, kind, subject) VALUES ('${record}', 'retention', 'withdrawal')`,
  );
  const expire = `SELECT expire_record('${record}', 'withdrawal', '${record}') AS obstacle`;
  expect(await as(at(own, role), expire)).toEqual([{ obstacle: 'kept' }]);
  // Stands for an approval by two owners.
  await as(
    at(own),
    'ALTER TABLE setting DISABLE TRIGGER USER',
    "UPDATE setting SET value = '5'",
    'ALTER TABLE setting ENABLE TRIGGER USER',
  );
  await expect(
    as(at(own, role), 'INSERT INTO record_expiry SELECT * FROM record_expiry'),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await as(at(own, role), expire)).toEqual([{ obstacle: null }]);
  expect(
    await as(
      at(own, role),
      `SELECT length(body) AS length, verdict, expired_size FROM callback_message WHERE subject_id = '${record}'`,
    ),
  ).toEqual([{ length: 0, verdict: 'expired', expired_size: 2 }]);
  expect(await as(at(own, role), 'SELECT messages FROM record_expiry')).toEqual([{ messages: 1 }]);
});

test('lets the role remove old audit entries and the content of callbacks only through the functions', async () => {
  const business = '00000000-0000-4000-8000-000000000002';
  const message = '00000000-0000-4000-8000-000000000003';
  await as(
    at(own, role),
    `INSERT INTO callback_message (id, business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
     VALUES ('${message}', '${business}', 'withdrawal', sha256('{}'), '{}', '2010-01-01Z', '2010-01-01Z', 'quarantined')`,
    `INSERT INTO audit_entry (chain_id, sequence, at, actor_kind, actor_id, action, object_type, object_id, request_id,
                              previous, hash)
     SELECT '${business}', number, '2010-01-01Z', 'system', 'test', 'test.add', 'test', '1', 'r', '\\x00', '\\x01'
       FROM generate_series(1, 2) AS number`,
    `INSERT INTO audit_anchor (number, at, segment, key_id, hash, line)
     VALUES (1, '2010-01-02Z', 1, 'key', '\\x00', '{"anchor": {"heads": [["${business}", "2", "01"]]}}')`,
    `INSERT INTO setting (business_id, kind, subject)
     VALUES ('${business}', 'retention', 'audit'), ('${business}', 'retention', 'callback')`,
  );
  const expireEntries = `SELECT * FROM expire_audit_prefix('${business}', 2, 1, '{}')`;
  const expireCallback = `SELECT expire_record('${business}', 'callback', '${message}') AS obstacle`;
  expect(await as(at(own, role), expireEntries)).toEqual([]);
  expect(await as(at(own, role), expireCallback)).toEqual([{ obstacle: 'kept' }]);
  // Stands for an approval by two owners.
  await as(
    at(own),
    'ALTER TABLE setting DISABLE TRIGGER USER',
    "UPDATE setting SET value = '5'",
    'ALTER TABLE setting ENABLE TRIGGER USER',
    'ALTER TABLE proposal DISABLE TRIGGER USER',
    `INSERT INTO person (id, email, name, password_hash)
     SELECT owner.id, owner.id || '@example.test', 'Owner', 'x'
       FROM unnest(ARRAY['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']::uuid[]) AS owner (id)`,
    `INSERT INTO proposal (business_id, kind, subject, after, proposed_by, proposed_at, state, answered_by, answered_at)
     VALUES ('${business}', 'retention', 'audit', '5', '00000000-0000-4000-8000-00000000000a', now(), 'final',
             '00000000-0000-4000-8000-00000000000b', now())`,
    'ALTER TABLE proposal ENABLE TRIGGER USER',
  );
  await expect(as(at(own, role), 'DELETE FROM audit_entry')).rejects.toMatchObject({ code: '42501' });
  expect(await as(at(own, role), expireEntries)).toEqual([{ removed: 1, years: 5 }]);
  expect(await as(at(own, role), expireCallback)).toEqual([{ obstacle: null }]);
  expect(
    await as(at(own, role), `SELECT sequence::int FROM audit_entry WHERE chain_id = '${business}'`),
  ).toEqual([{ sequence: 2 }]);
});

test('revokes the rights again at the next migration', async () => {
  await as(at(own), `GRANT ALL ON ALL TABLES IN SCHEMA public TO "${role}"`);
  expect(await as(at(own, role), `SELECT has_table_privilege('audit_entry', 'UPDATE') AS may`)).toEqual([
    { may: true },
  ]);
  const { output, code } = await migrate();
  expect([output.split('\n')[0], code]).toEqual(['The database is up to date.', 0]);
  expect(
    await as(
      at(own, role),
      `SELECT array_agg(has_table_privilege('audit_entry', p) ORDER BY p) AS may
         FROM unnest(ARRAY['DELETE', 'INSERT', 'SELECT', 'TRUNCATE', 'UPDATE']) AS p`,
    ),
  ).toEqual([{ may: [false, true, true, false, false] }]);
});

test('reports a role that has the right by another way', async () => {
  await as(
    at(own),
    `CREATE ROLE ${group}`,
    `GRANT UPDATE ON audit_entry TO ${group}`,
    `GRANT ${group} TO "${role}"`,
  );
  const { output, code } = await migrate();
  expect(output).toContain(`${role} (DATABASE_URL) has more rights than it needs`);
  expect(code).toBe(0);
  await as(at(own), `REVOKE ${group} FROM "${role}"`, `DROP OWNED BY ${group}`);
  expect((await migrate()).output).toContain(
    'can add audit entries and received data, but can’t change them',
  );
});

test('has nothing to revoke if one user does both', async () => {
  const address = new URL(at(own));
  address.searchParams.set('application_name', 'another address of the same user');
  const { output, code } = await command('migrate.ts', { direct: at(own), database: address.href });
  expect([output.trim(), code]).toEqual(['The database is up to date.', 0]);
});

test('creates the user of DATABASE_URL with --create-user, and leaves a user alone that can sign in', async () => {
  await as(server, `CREATE ROLE "${owner}" LOGIN CREATEROLE PASSWORD '${password}'`);
  await as(at(own), `GRANT ALL ON SCHEMA public TO "${owner}"`);
  const direct = new pg.Client({ connectionString: at(own, owner) });
  await direct.connect();
  try {
    const url = at(own, created);
    expect(await ensureAppLogin(direct, url)).toBe('created');
    expect(await as(url, 'SELECT current_user AS user')).toEqual([{ user: created }]);
    expect(await ensureAppLogin(direct, url)).toBe('unchanged');
    expect(await ensureAppLogin(direct, at(own, owner))).toBe('unchanged');
    const withoutPassword = Object.assign(new URL(url), { password: '' }).href;
    await expect(ensureAppLogin(direct, withoutPassword)).rejects.toThrow(/^DATABASE_URL should contain/);
  } finally {
    await direct.end();
  }
});

test('stores the same verifier as the server for a password', async () => {
  const rows = z
    .array(z.object({ stored: z.string() }))
    .parse(
      await as(
        server,
        `SET password_encryption = 'scram-sha-256'`,
        `ALTER ROLE "${role}" PASSWORD '${password}'`,
        `SELECT rolpassword AS stored FROM pg_authid WHERE rolname = '${role}'`,
      ),
    );
  const stored = rows[0]?.stored ?? '';
  const salt = Buffer.from(stored.split('$')[1]?.split(':')[1] ?? '', 'base64');
  expect(toScramVerifier(password, salt)).toBe(stored);
});

test('runs the product’s own commands with it', async () => {
  const verified = await command('audit-verify.ts', { direct: at(own, role), database: at(own, role) });
  // The entry that this test wrote by hand is no link of a chain: it was read, and that is said.
  expect(verified.output).toMatch(/entr(y|ies) in \d+ audit chains?/);
  const rebuilt = await command('replay.ts', { direct: at(own, role), database: at(own, role) });
  expect(rebuilt.output).not.toContain('permission denied');
});
