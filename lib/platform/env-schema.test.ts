import fs from 'node:fs';
import { expect, test } from 'vitest';
import { profileVariables } from '#lib/values/assumptions/service-profile.ts';
import { listRemovedVariables } from './env-removed-schema.ts';
import { localAddress, readEnv, readStartEnv, SettingsError, variableNames } from './env-schema.ts';

const [sessionSecret, newKey, oldKey] = [1, 2, 3].map((number) => `a-secret-of-these-tests-number-${number}`);
const complete = {
  DATABASE_URL: 'postgresql://user:password@host:5432/name',
  NEXTAUTH_SECRET: sessionSecret,
  CALLBACK_SECRETS: `${newKey}, ${oldKey}`,
  SERVICE_BASE_URL: 'https://pay.example.com/',
  SERVICE_API_KEY: 'key',
  SERVICE_API_SECRET: 'secret',
};

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('uses the documented defaults', () => {
  expect(readEnv(complete)).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    APP_URL: 'http://localhost:3000',
    CALLBACK_BASE_URL: 'http://localhost:3000',
    CALLBACK_SECRETS: [newKey, oldKey],
    SERVICE_BASE_URL: 'https://pay.example.com',
    SERVICE_SIGNATURE_PARTS: ['timestamp', 'method', 'path', 'body'],
    SERVICE_SIGNATURE_JOIN: '',
    SERVICE_BUSINESS_AUTH: 'bare',
    SERVICE_METADATA_AUTH: 'none',
    PAYMENT_READ_OPEN_SECONDS: 60,
    TRUST_PROXY: 0,
    DEMO: false,
  });
});

test('treats an empty variable as unset', () => {
  expect(readEnv({ ...complete, PORT: '', HOST: '  ' })).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' });
});

test('accepts a line break and a space between the signed parts', () => {
  expect(readEnv({ ...complete, SERVICE_SIGNATURE_JOIN: '\\n' }).SERVICE_SIGNATURE_JOIN).toBe('\n');
  expect(readEnv({ ...complete, SERVICE_SIGNATURE_JOIN: ' ' }).SERVICE_SIGNATURE_JOIN).toBe(' ');
});

test.each([
  [{ PORT: 'abc' }, 'PORT should be a whole number from 1 to 65535, but it is "abc".'],
  [{ PORT: '70000' }, 'PORT should be a whole number from 1 to 65535, but it is "70000".'],
  [{ PORT: '4190' }, 'PORT should be a port that browsers don’t block, such as 3000, but it is "4190".'],
  [
    { INTAKE_PORT: '2049' },
    'INTAKE_PORT should be a port that browsers don’t block, such as 3001, but it is "2049".',
  ],
  [
    { SANDBOX_PORT: '6000' },
    'SANDBOX_PORT should be a port that browsers don’t block, such as 4010, but it is "6000".',
  ],
  [
    { SERVICE_BUSINESS_AUTH: 'loud' },
    'SERVICE_BUSINESS_AUTH should be one of bare, signed, but it is "loud".',
  ],
  [
    { DATABASE_URL: undefined },
    'DATABASE_URL is missing: it should be a PostgreSQL address such as postgresql://user:password@host:5432/name.',
  ],
  [
    { DATABASE_URL: 'mysql://user:secret@host/x' },
    'DATABASE_URL should be a PostgreSQL address such as postgresql://user:password@host:5432/name.',
  ],
  [{ NEXTAUTH_SECRET: 'short' }, 'NEXTAUTH_SECRET should be at least 32 random characters.'],
  [
    { CALLBACK_SECRETS: `${newKey},short` },
    'CALLBACK_SECRETS should be keys of at least 32 characters, newest first, separated by commas.',
  ],
  [
    { SERVICE_SIGNATURE_PARTS: 'timestamp,weather' },
    'SERVICE_SIGNATURE_PARTS should be one or more of timestamp, method, path, body, key, separated by commas, in signing order, but it is "timestamp,weather".',
  ],
  [
    { SERVICE_PAYMENT_READ_PATH: '/api/v1/payments' },
    'SERVICE_PAYMENT_READ_PATH should be a path that contains {paymentId}, but it is "/api/v1/payments".',
  ],
  [
    { BUSINESS_IDS: 'one' },
    'BUSINESS_IDS should be business IDs (UUIDs), separated by commas, but it is "one".',
  ],
  [
    { APP_URL: 'javascript:alert(1)' },
    'APP_URL should be the web address that people open, without a path, such as https://countinghouse.example.com.',
  ],
  [
    { APP_URL: 'https://example.com/countinghouse' },
    'APP_URL should be the web address that people open, without a path, such as https://countinghouse.example.com.',
  ],
  [
    { DATABASE_URL: 'postgresql://user:hunter#2@host:5432/name' },
    'DATABASE_URL should be a PostgreSQL address such as postgresql://user:password@host:5432/name.',
  ],
  [
    { DIRECT_URL: 'postgresql://user:hunter2@host:port/name' },
    'DIRECT_URL should be a PostgreSQL address such as postgresql://user:password@host:5432/name.',
  ],
  [{ OWNER_EMAIL: 'owner@example.com' }, 'Set both OWNER_EMAIL and OWNER_PASSWORD, or neither.'],
])('refuses %o with one line', (change, line) => {
  expect(refusal(() => readEnv({ ...complete, ...change }))).toBe(line);
});

test('warns about a removed variable in one line without its value, and starts anyway', () => {
  const former = { ...complete, REPLICA_URLS: 'postgresql://user:hunter2@[one' };
  expect(listRemovedVariables(former)).toEqual(['REPLICA_URLS no longer has an effect. Remove it.']);
  expect(readEnv(former)).toEqual(readEnv(complete));
  expect(listRemovedVariables({ ...complete, REPLICA_URLS: ' ' })).toEqual([]);
  const roles = { ...complete, SECOND_FACTOR_FOR: 'roles' };
  expect(readEnv(roles)).toEqual(readEnv(complete));
  expect(listRemovedVariables(roles)).toEqual([
    'SECOND_FACTOR_FOR no longer has an effect. Owners choose the roles that need two-factor authentication on Team. Then remove it.',
  ]);
});

test('refuses a variable that required a second factor of everyone until it is removed', () => {
  const line =
    'SECOND_FACTOR_FOR no longer has an effect. Add all roles on Team in the earlier version, at each business. Then remove it.';
  for (const read of [readEnv, readStartEnv])
    expect(refusal(() => read({ ...complete, SECOND_FACTOR_FOR: ' everyone' }))).toBe(line);
});

test('has demo people with a sandbox only', () => {
  const sandbox = { ...complete, SANDBOX_BASE_URL: 'https://pay.example.com/' };
  expect(readEnv(sandbox).DEMO).toBe(true);
  expect(readEnv({ ...sandbox, SERVICE_BASE_URL: 'https://real.example.com' }).DEMO).toBe(false);
  expect(readEnv({ ...complete, DEMO: 'true' }).DEMO).toBe(false);
});

test('derives what differs on Vercel', () => {
  const here = {
    LIVE_UPDATES: 'stream',
    AUDIT_ANCHOR_FILE: '.data/audit-anchors.jsonl',
  };
  expect(readEnv(complete)).toMatchObject(here);
  expect(readEnv({ ...complete, VERCEL: '1' })).toMatchObject({
    LIVE_UPDATES: 'poll',
    AUDIT_ANCHOR_FILE: undefined,
  });
});

test.each([
  'postgres://user@host/name?sslmode=require',
  'postgresql://user:p%23ss@[::1]:5432/name',
  'postgresql://user:password@/name?host=/var/run/postgresql',
])('accepts %s as a database address', (address) => {
  expect(readEnv({ ...complete, DATABASE_URL: address }).DATABASE_URL).toBe(address);
});

const httpNeedsPermission =
  'must begin with https, unless it is an address on this machine. ALLOW_HTTP_IN_PRIVATE_NETWORK=1 allows http in a private network.';
const onlyInPrivate =
  'must begin with https. ALLOW_HTTP_IN_PRIVATE_NETWORK allows http only for private addresses and names.';
const allowed = { ALLOW_HTTP_IN_PRIVATE_NETWORK: '1' };

test.each(['APP_URL', 'CALLBACK_BASE_URL', 'SERVICE_BASE_URL', 'SANDBOX_BASE_URL'])(
  '%s is https outside this machine',
  (name) => {
    const read = (address: string, more = {}) =>
      refusal(() => readEnv({ ...complete, ...more, [name]: address }));
    expect(read('http://pay.example.com')).toBe(`${name} ${httpNeedsPermission}`);
    expect(read('http://10.0.0.5:4010')).toBe(`${name} ${httpNeedsPermission}`);
    expect(read('http://user:hunter2@pay.example.com', allowed)).toBe(`${name} ${onlyInPrivate}`);
    for (const address of [
      'https://pay.example.com',
      'http://localhost:4010',
      'http://127.0.0.1',
      'http://[::1]',
    ])
      expect(read(address)).toBe('accepted');
    for (const address of ['http://10.0.0.5:4010', 'http://intake:3001', 'http://pay.internal'])
      expect(read(address, allowed)).toBe('accepted');
    expect(refusal(() => readStartEnv({ ...complete, [name]: 'http://pay.example.com' }))).toContain(
      `${name} must begin with https`,
    );
  },
);

test('requires https for addresses derived from HOST or SANDBOX_HOST', () => {
  expect(refusal(() => readEnv({ ...complete, HOST: '192.168.1.5' }))).toBe(
    `APP_URL (made from HOST) ${httpNeedsPermission}`,
  );
  expect(refusal(() => readStartEnv({ SANDBOX_HOST: '192.168.1.5' }))).toBe(
    `SERVICE_BASE_URL (made from SANDBOX_HOST) ${httpNeedsPermission}`,
  );
  expect(readEnv({ ...complete, ...allowed, HOST: '192.168.1.5' }).APP_URL).toBe('http://192.168.1.5:3000');
  expect(readEnv({ ...complete, HOST: '192.168.1.5', APP_URL: 'https://example.com' }).HOST).toBe(
    '192.168.1.5',
  );
  // As in the image: it listens on all interfaces and is opened on this machine, or through a proxy.
  expect(readEnv({ ...complete, HOST: '0.0.0.0' }).APP_URL).toBe('http://localhost:3000');
});

test('accepts the settings of compose.sandbox.yaml', () => {
  const demo = fs.readFileSync('compose.sandbox.yaml', 'utf8').split('services:')[0] ?? '';
  const settings = Object.fromEntries(
    [...demo.matchAll(/^ {2}([A-Z_]+): "?([^"\n]+)"?$/gm)].map(([, name = '', value]) => [
      name,
      // Compose uses the default of `${NAME:-default}` where the variable is unset.
      value?.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]),
  );
  expect(settings).toMatchObject({ SERVICE_BASE_URL: 'http://sandbox:4010', ...allowed });
  expect(readEnv({ DATABASE_URL: complete.DATABASE_URL, HOST: '0.0.0.0', ...settings }).DEMO).toBe(true);
});

test('derives the local address from the host', () => {
  expect(readEnv({ ...complete, HOST: '127.0.0.2', PORT: '4200' })).toMatchObject({
    APP_URL: 'http://127.0.0.2:4200',
    CALLBACK_BASE_URL: 'http://127.0.0.2:4200',
  });
  expect(localAddress('0.0.0.0', 3000)).toBe('http://localhost:3000');
  expect(localAddress('fd00::1', 3000)).toBe('http://[fd00::1]:3000');
  expect(readEnv({ ...complete, APP_URL: 'https://example.com/' }).APP_URL).toBe('https://example.com');
});

test('reports each wrong variable on its own line', () => {
  expect(refusal(() => readEnv({ ...complete, PORT: 'x', TRUST_PROXY: 'perhaps' })).split('\n')).toHaveLength(
    2,
  );
});

test('never repeats a secret in a message', () => {
  const message = refusal(() =>
    readEnv({ ...complete, SERVICE_BASE_URL: 'ftp://user:hunter2@x', OWNER_PASSWORD: 'hunter2' }),
  );
  expect(message).not.toContain('hunter2');
});

test('accepts npm start without variables, and requires them for a real service', () => {
  expect(readStartEnv({}).PORT).toBe(3000);
  expect(refusal(() => readStartEnv({ SERVICE_BASE_URL: 'https://pay.example.com' })).split('\n')).toEqual([
    expect.stringContaining('DATABASE_URL is missing'),
    expect.stringContaining('CALLBACK_SECRETS is missing'),
    expect.stringContaining('SERVICE_API_KEY is missing'),
    expect.stringContaining('SERVICE_API_SECRET is missing'),
  ]);
  expect(refusal(() => readStartEnv({ OWNER_EMAIL: 'owner@example.com' }))).toContain('OWNER_PASSWORD');
  expect(refusal(() => readStartEnv({ PORT: '4190' }))).toContain('PORT should be a port');
});

/** Variables of one command, of the sandbox or of traces are in their documents. */
const elsewhere: Readonly<Record<string, string>> = {
  BACKUP_PASSPHRASE: 'docs/backup.md',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'docs/monitoring.md',
  SANDBOX_HOST: 'sandbox/README.md',
  SANDBOX_BASE_URL: 'sandbox/README.md',
};

test.each(Object.entries(elsewhere))('finds %s in %s, which .env.example names', (name, file) => {
  expect(fs.readFileSync(file, 'utf8')).toContain(name);
  expect(fs.readFileSync('.env.example', 'utf8')).toContain(file);
});

test('finds every variable once in .env.example, with a value or in the list of the service profile', () => {
  const example = fs.readFileSync('.env.example', 'utf8');
  const described = [...example.matchAll(/^# {3}([A-Z_, ]+):/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  // A secret has no place in the file of the profile, but is a variable like its others.
  const ofProfile = [...profileVariables, 'SERVICE_CALLBACK_SIGNATURE_SECRET'];
  const isInProfile = (name: string) => ofProfile.includes(name) && described.includes(name);
  expect(described.filter((name, index) => described.indexOf(name) !== index || !isInProfile(name))).toEqual(
    [],
  );
  const listNames = (pattern: RegExp) => [...example.matchAll(pattern)].map(([, name = '']) => name);
  const documented = listNames(/^(?:# )?([A-Z_]+)=/gm);
  // Also those that few installations set. More need a reason.
  expect(documented.length).toBeLessThanOrEqual(40);
  // Also those of which only an address or a conflict is derived. The host sets VERCEL.
  const readers = fs.globSync('lib/platform/env*.ts').map((file) => fs.readFileSync(file, 'utf8'));
  const read = [...readers.join('').matchAll(/present\['([A-Z_]+)'\]/g)].map(([, name = '']) => name);
  const found = [...documented, ...Object.keys(elsewhere), 'VERCEL'];
  expect(read.filter((name) => !found.includes(name))).toEqual([]);
  expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([]);
  const ofProduct = variableNames.filter((name) => !(name in elsewhere));
  expect(ofProduct.filter((name) => documented.includes(name) === isInProfile(name))).toEqual([]);
  expect(documented.filter((name) => !ofProduct.includes(name))).toEqual([]);
  const paragraphs = example.split(/\n\n/);
  expect(paragraphs.filter((paragraph) => paragraph.includes('=') && !paragraph.startsWith('#'))).toEqual([]);
  expect(paragraphs.filter((paragraph) => /^# [A-Z_]+=/.test(paragraph))).toEqual([]);
});

test.each([
  ['CALLBACK_SECRETS', 'only-for-trying-it-out-only-for-trying-it-out', 'published with the sandbox'],
  ['CALLBACK_SECRETS', `${newKey},${'x'.repeat(40)}`, 'can be guessed'],
  ['NEXTAUTH_SECRET', 'change-me-please-'.repeat(3), 'can be guessed'],
  ['FACTOR_KEYS', '0123'.repeat(8), 'can be guessed'],
  ['METRICS_TOKEN', '1111222233334444', 'can be guessed'],
  ['AUDIT_SIGNING_KEYS', `${'A'.repeat(43)}=`, 'can be guessed'],
  ['BACKUP_PASSPHRASE', 'change-me-change-me-', 'can be guessed'],
  ['SERVICE_API_KEY', 'sandbox-key', 'published with the sandbox'],
  ['SERVICE_API_SECRET', 'sandbox-secret', 'published with the sandbox'],
  [
    'DATABASE_URL',
    'postgresql://app:only-for-trying-it-out@database:5432/countinghouse',
    'published with the sandbox',
  ],
] as const)('refuses a weak %s with a real service only', (name, value, reason) => {
  const weak = { ...complete, [name]: value };
  for (const read of [readEnv, readStartEnv]) {
    const lines = refusal(() => read(weak));
    expect(lines).toContain(`${name} contains`);
    expect(lines).toContain(reason);
    expect(lines).not.toContain(value);
  }
  expect(readEnv({ ...weak, SANDBOX_BASE_URL: complete.SERVICE_BASE_URL })).toBeDefined();
});
