import pg from 'pg';
import { inject } from 'vitest';
import { templateName, withDatabase } from './database-address.ts';

/**
 * Runs before each test file, in its own process and before any module of the product is loaded: the file gets a
 * database of its own, a copy of the template, and an environment to go with it.
 */
const server = inject('databaseServer');
const name = `test_${process.env['VITEST_POOL_ID'] ?? '1'}`;

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
