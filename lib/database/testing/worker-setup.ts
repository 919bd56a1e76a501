import pg from 'pg';
import { afterAll, inject, vi } from 'vitest';
import {
  clearFileDoubles,
  fakeHash,
  testEnv,
  testPasswords,
  testRequest,
} from '#lib/platform/testing/file-doubles.ts';
import { isPortFree } from '#scripts/database/ports.ts';
import { templateName, withDatabase } from './database-address.ts';

/** The parts of rooms that are replaced here. The database lies below them, so it doesn't import their types. */
type Passwords = {
  readonly hashPassword: (text: string) => Promise<string>;
  readonly isOutdatedHash: (stored: string) => boolean;
  readonly verifyPassword: (stored: string | null, text: string, lane?: string) => Promise<boolean>;
};
type Contexts = Readonly<
  Record<'findContext' | 'requirePageContext' | 'requireActionContext', () => Promise<unknown>>
>;

declare global {
  var countinghouseServicePort: number | undefined;
}

/**
 * Runs before each test file. The file gets a copy of the template as its database, and an environment to go with it.
 * Files share a process and its loaded modules, unless they change them (vitest.config.ts).
 */
const server = inject('databaseServer');
const name = `test_${process.env['VITEST_POOL_ID'] ?? '1'}`;

/** Returns a free port for the fake service, outside the range that systems choose from for outgoing connections. */
async function findServicePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 12_000); ; port += 1) if (await isPortFree(port)) return port;
}
globalThis.countinghouseServicePort ??= await findServicePort();

// A file sets its environment and its request by the doubles, so that it can share a process.
vi.mock('#lib/platform/env.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#lib/platform/env.ts')>();
  const get = (env: object, name: PropertyKey) => Reflect.get(name in testEnv ? testEnv : env, name);
  return { ...original, env: new Proxy(original.env, { get }) };
});
vi.mock('next/headers.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('next/headers.js')>();
  return {
    ...original,
    headers: async () => testRequest.headers ?? original.headers(),
    cookies: async () => testRequest.cookies ?? original.cookies(),
  };
});
vi.mock('#lib/people/password.ts', async (importOriginal) => {
  const original = await importOriginal<Passwords>();
  return {
    ...original,
    hashPassword: async (text: string) =>
      testPasswords.isHashFake ? fakeHash(text) : original.hashPassword(text),
    isOutdatedHash: (stored: string) => !testPasswords.isHashFake && original.isOutdatedHash(stored),
    verifyPassword: async (...[stored, text, lane]: Parameters<Passwords['verifyPassword']>) => {
      if (!testPasswords.isHashFake) return original.verifyPassword(stored, text, lane);
      await testPasswords.afterPasswordCheck?.();
      return stored === fakeHash(text);
    },
  };
});
vi.mock('#lib/access/current-context.ts', async (importOriginal) => {
  const original = await importOriginal<Contexts>();
  return {
    ...original,
    findContext: async () => testRequest.context ?? original.findContext(),
    requirePageContext: async () => testRequest.context ?? original.requirePageContext(),
    requireActionContext: async () => testRequest.context ?? original.requireActionContext(),
  };
});
vi.mock('next/navigation.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('next/navigation.js')>();
  const readRouter = original.useRouter;
  /** Throws words instead of Next's errors while there is a request. */
  const end = (words: string, outside: () => never): never => {
    if (testRequest.headers !== undefined) throw new Error(words);
    return outside();
  };
  return {
    ...original,
    redirect: (to: string) => end(`redirect ${to}`, () => original.redirect(to)),
    notFound: () => end('not found', original.notFound),
    forbidden: () => end('forbidden', original.forbidden),
    useRouter: () => (testRequest.context === undefined ? readRouter() : null),
  };
});
clearFileDoubles();

/**
 * Ends the connections of the file, because its database ends. Keeps the client of Prisma and the empty pools, because
 * a new client takes longer than most tests.
 */
afterAll(async () => {
  const open = globalThis.countinghouseDatabase;
  if (open === undefined) return;
  const pools = [open.pool, open.callbackPool, open.onceCallbackPool, open.longPool, open.totalsPool];
  if (open.standby !== null || pools.some((pool) => pool.ended || pool.idleCount < pool.totalCount)) {
    const { closeDatabase } = await import('../pools.ts');
    await closeDatabase();
    return;
  }
  for (const pool of pools) {
    const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
    for (const client of idle) client.release(true);
  }
});
// Ends what the previous file left: metrics, proxy, records, live events, clock and spies.
globalThis.countinghouseMetrics = undefined;
globalThis.countinghouseWrittenBusinesses = undefined;
globalThis.countinghouseForwardedHeader = undefined;
globalThis.countinghouseLive?.stop?.abort();
clearTimeout(globalThis.countinghouseLive?.closing);
globalThis.countinghouseLive = undefined;
vi.useRealTimers();
vi.restoreAllMocks();

const client = new pg.Client({ connectionString: withDatabase(server, 'postgres') });
await client.connect();
try {
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  // Copies files. The default strategy writes every page to the log too, which takes twice as long.
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`);
} finally {
  await client.end();
}

Object.assign(process.env, {
  NODE_ENV: 'test',
  DATABASE_URL: withDatabase(server, name),
  DIRECT_URL: withDatabase(server, name),
  APP_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'a-test-secret-that-is-long-enough-to-pass',
  CALLBACK_SECRETS: 'a-test-callback-key-that-is-long-enough',
  FACTOR_KEYS: 'a-test-factor-key-that-is-long-enough',
  // Refuses connections unless the file starts a fake service.
  SERVICE_BASE_URL: `http://127.0.0.1:${globalThis.countinghouseServicePort}`,
  SERVICE_API_KEY: 'a-test-account',
  SERVICE_API_SECRET: 'a-test-account-secret',
  SERVICE_PAYMENT_READ_PATH: '/api/v1/payments/{paymentId}',
  SERVICE_CREATES_PER_SECOND: '1000',
});
