import pg from 'pg';
import { inject, vi } from 'vitest';
import { isPortFree } from '#scripts/database/ports.ts';
import { templateName, withDatabase } from './database-address.ts';

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

// Connections of the previous file would break with its database and fail the next query.
if (globalThis.countinghouseDatabase !== undefined) {
  const { closeDatabase } = await import('../pools.ts');
  await closeDatabase();
}
// The metrics, the proxy, the records and the clock of the previous file don't belong to this one.
globalThis.countinghouseMetrics = undefined;
globalThis.countinghouseWrittenBusinesses = undefined;
globalThis.countinghouseForwardedHeader = undefined;
vi.useRealTimers();

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
  LOG_LEVEL: 'silent',
});
