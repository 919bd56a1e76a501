import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import type { MailSettings } from '#lib/mail/settings.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import { startMailServer } from '#lib/platform/testing/mail-server.ts';
import type { BusinessId } from '#lib/values/ids.ts';

const service = await startFakeService();
const { checkMailServer } = await import('#lib/mail/check-mail-server.ts');
const { readCallbackAddress } = await import('#lib/callbacks/index.ts');
const { readBusiness } = await import('#lib/businesses/index.ts');
const { runDoctor } = await import('./run-doctor.ts');

let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
  // Other tests of this database leave secrets without a key.
  await database().secondFactor.deleteMany();
});
afterAll(() => service.close());

const examine = async () => {
  const checks = await runDoctor(systemContext('doctor'));
  return new Map(checks.map(({ key, state, message }) => [key, { state, message }]));
};
const readState = async (key: string) => (await examine()).get(key)?.state;

function answerWithRecord(changes: Readonly<Record<string, string>> = {}): void {
  const address = readCallbackAddress(businessId);
  const record = {
    businessId,
    depositReceivedCallbackUrl: address.depositReceived,
    withdrawalCallbackUrl: address.withdrawal,
    depositExchangedCallbackUrl: address.depositExchanged,
    ...changes,
  };
  service.answerWith((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record)),
  );
}

async function runCommand(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/doctor.ts', ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { output, code };
}

test('checks each part once', async () => {
  answerWithRecord();
  await readBusiness(systemContext(), businessId);
  expect([...(await examine())].map(([key, { state }]) => `${key} ${state}`)).toEqual([
    'database good',
    'migrations good',
    'database-role attention',
    'clock good',
    expect.stringMatching(/^disk (good|attention)$/),
    expect.stringMatching(/^database-disk (good|attention)$/),
    'audit-anchors attention',
    'worker attention',
    'jobs unknown',
    'live-updates good',
    'stored-records good',
    'restore good',
    'backup unknown',
    'service good',
    'service-clock good',
    'mail bad',
    'factor-keys good',
    'callback-urls good',
  ]);
});

test('checks only what the part uses', async () => {
  answerWithRecord();
  const list = async (part: 'web' | 'intake' | 'worker') =>
    (await runDoctor(systemContext('doctor'), part)).map(({ key }) => key);
  const web = await list('web');
  // Its environment in compose.yaml has no mail server, and no key of the service that works.
  const leftOut = ['service', 'service-clock', 'mail', 'factor-keys'];
  expect(await list('intake')).toEqual(web.filter((key) => !leftOut.includes(key)));
  expect(await list('worker')).toEqual(web.filter((key) => key !== 'factor-keys'));
});

test('fails without a service, and with refused credentials', async () => {
  service.answerWith((_request, response) => response.writeHead(401).end('{"message":"unknown key"}'));
  expect((await examine()).get('service')).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('unknown key'),
  });
  service.answerWith((_request, response) => response.destroy());
  expect(await readState('service')).toBe('bad');
});

test('fails when the business record has another callback URL', async () => {
  answerWithRecord({ withdrawalCallbackUrl: 'https://elsewhere.example/hook' });
  await readBusiness(systemContext(), businessId);
  const check = (await examine()).get('callback-urls');
  expect(check?.state).toBe('bad');
  expect(check?.message).toContain(`${businessId}, Callback URL for withdrawals:`);
  answerWithRecord();
  await readBusiness(systemContext(), businessId);
});

test('reports a stopped worker and a failure of the anchors', async () => {
  await database().installation.updateMany({ data: { anchorsCheckedAt: new Date() } });
  expect([await readState('worker'), await readState('audit-anchors')]).toEqual(['good', 'good']);
  await database().installation.updateMany({
    data: {
      anchorsCheckedAt: new Date(Date.now() - 6 * 60_000),
      anchorsFailure: 'file-ahead',
      anchorsFailingSince: new Date(),
    },
  });
  const checks = await examine();
  expect(checks.get('worker')).toEqual({
    state: 'bad',
    message: expect.stringContaining('6 minutes ago'),
  });
  expect(checks.get('audit-anchors')?.message).toContain('npm run audit:restored');
  await database().installation.updateMany({
    data: { anchorsCheckedAt: null, anchorsFailure: null, anchorsFailingSince: null },
  });
});

test('fails with missing migrations, and skips what needs them', async () => {
  await databasePool().query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
      WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
  );
  const checks = await examine();
  await databasePool().query('UPDATE _prisma_migrations SET rolled_back_at = NULL');
  expect(checks.get('migrations')?.state).toBe('bad');
  expect(['worker', 'callback-urls', 'service'].map((key) => checks.get(key)?.state)).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ]);
});

test('connects to the mail server and signs in, without a mail', async () => {
  const server = await startMailServer({
    authOptional: false,
    onAuth: (auth, _session, done) =>
      auth.password === 'right' ? done(null, { user: 'desk' }) : done(new Error('Invalid login')),
  });
  const settings = (pass: string): MailSettings => ({
    host: '127.0.0.1',
    port: server.port,
    tls: 'off',
    account: { user: 'desk', pass },
    from: { name: '', address: 'desk@house.test' },
  });
  expect(await checkMailServer(settings('right'))).toEqual({ host: '127.0.0.1', failure: null });
  const refused = await checkMailServer(settings('a-wrong-password'));
  expect(refused?.failure).toContain('Invalid login');
  expect(refused?.failure).not.toContain('a-wrong-password');
  expect(server.received).toEqual([]);
  await server.close();
  expect((await checkMailServer(settings('right')))?.failure).toContain('ECONNREFUSED');
});

test('the command exits with 1 for a failed check, as lines and as JSON, and prints no secret', async () => {
  const secrets = {
    SERVICE_API_SECRET: 'a-secret-of-the-service',
    CALLBACK_SECRETS: process.env['CALLBACK_SECRETS'] ?? '',
  };
  answerWithRecord();
  const sandbox = { SANDBOX_BASE_URL: process.env['SERVICE_BASE_URL'] ?? '' };
  const [passed, failed, invalid] = await Promise.all([
    runCommand({ ...secrets, ...sandbox }, '--json'),
    runCommand({ ...secrets, DATABASE_URL: 'postgresql://someone:hunter2@127.0.0.1:9/none' }),
    runCommand({ ...secrets, PORT: 'eighty' }),
  ]);
  expect(JSON.parse(passed.output)).toMatchObject({ ok: true });
  expect(passed.code).toBe(0);
  expect([failed.output, failed.code]).toEqual([
    expect.stringMatching(/^failed +Database +.*ECONNREFUSED/m),
    1,
  ]);
  expect([invalid.output, invalid.code]).toEqual([
    expect.stringMatching(/^failed +Environment variables +PORT/m),
    1,
  ]);
  const output = passed.output + failed.output + invalid.output;
  for (const secret of ['hunter2', ...Object.values(secrets)]) expect(output).not.toContain(secret);
});

test('the command fails without NEXTAUTH_SECRET, and without FACTOR_KEYS where the web app runs', async () => {
  const unset = { NEXTAUTH_SECRET: '', FACTOR_KEYS: '', DATA_DIR: '/not/here' };
  const [web, worker] = await Promise.all([runCommand(unset), runCommand(unset, '--part', 'worker')]);
  for (const { output, code } of [web, worker]) {
    expect(output).toMatch(/^failed +Environment variables +NEXTAUTH_SECRET is missing/m);
    expect(output).toMatch(/^failed +Mail server +.*reset their passwords/m);
    expect(code).toBe(1);
  }
  expect(web.output).toMatch(/^failed +Keys for two-factor authentication +FACTOR_KEYS is missing/m);
  expect(worker.output).not.toContain('FACTOR_KEYS');
});
