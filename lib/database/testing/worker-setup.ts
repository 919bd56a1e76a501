import pg from 'pg';
import { inject } from 'vitest';
import { templateName, withDatabase } from './database-address.ts';

/**
 * Runs before each test file. The file gets a copy of the template as its database, and an environment to go with it.
 * Files share a process and its loaded modules, unless they change them (vitest.config.ts).
 */
const server = inject('databaseServer');
const name = `test_${process.env['VITEST_POOL_ID'] ?? '1'}`;

// Connections of the previous file would break with its database and fail the next query.
if (globalThis.countinghouseDatabase !== undefined) {
  const { closeDatabase } = await import('../pools.ts');
  await closeDatabase();
}
// The metrics of the previous file don't belong to this one.
globalThis.countinghouseMetrics = undefined;

const client = new pg.Client({ connectionString: withDatabase(server, 'postgres') });
await client.connect();
try {
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
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
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  SERVICE_API_KEY: 'sandbox-key',
  SERVICE_API_SECRET: 'sandbox-secret',
  SERVICE_PAYMENT_READ_PATH: '/api/v1/payments/{paymentId}',
  LOG_LEVEL: 'silent',
});
