import pg from 'pg';
import { inject } from 'vitest';
import { templateName, withDatabase } from './database-address.ts';

/**
 * Runs before each test file: the file gets a database of its own, a copy of the template, and an environment to go with
 * it. Files share a process, and so what they have loaded, unless they change it (vitest.config.ts).
 */
const server = inject('databaseServer');
const name = `test_${process.env['VITEST_POOL_ID'] ?? '1'}`;

// What the file before left open would be cut off with its database, and fail the first to ask.
if (globalThis.countinghouseDatabase !== undefined) {
  const { closeDatabase } = await import('../pools.ts');
  await closeDatabase();
}
// What it counted is not this one's.
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
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  SERVICE_API_KEY: 'sandbox-key',
  SERVICE_API_SECRET: 'sandbox-secret',
  SERVICE_PAYMENT_READ_PATH: '/api/v1/payments/{paymentId}',
  LOG_LEVEL: 'silent',
});
