import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { PrismaClient } from '#prisma/generated/client.ts';
import { DatabasePool } from './driver.ts';
import { BusyRecordsError, ConnectionError, classifyDatabaseError } from './errors.ts';
import { database, databasePool } from './pools.ts';
import { inPlainTransaction } from './statements.ts';
import { createBusiness } from './testing/tenant.ts';
import { inTransaction } from './transaction.ts';

const findFailure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('the work should have failed'),
    (failure: unknown) => failure,
  );

const url = process.env['DATABASE_URL'] ?? '';
const unreachable = () => new DatabasePool({ connectionString: 'postgres://a:b@127.0.0.1:9/c' });
const createPrisma = (pool: pg.Pool) => new PrismaClient({ adapter: new PrismaPg(pool) });
const raise = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`;

describe.each([
  ['a pool', (sql: string) => databasePool().query(sql)],
  ['a transaction of statements', (sql: string) => inPlainTransaction(({ run }) => run(sql, []))],
  ['Prisma', async (sql: string) => database().$queryRawUnsafe(sql)],
  ['a transaction of Prisma', (sql: string) => inTransaction((prisma) => prisma.$queryRawUnsafe(sql))],
])('an SQLSTATE from %s', (_name, run) => {
  test.each([
    ['away', '57P01'],
    ['busy', '40P01'],
    ['busy', '55P03'],
    ['busy', '57014'],
    ['full', '53100'],
    ['data', '22003'],
    ['data', '23514'],
    ['data', '54000'],
    ['other', '42P01'],
  ])('is %s for %s', async (kind, state) => {
    expect(classifyDatabaseError(await findFailure(run(raise(state))))).toBe(kind);
  });
});

test('a violated constraint of a model is data', async () => {
  const id = await createBusiness();
  const taken = database().business.update({ where: { id: await createBusiness() }, data: { id } });
  expect(classifyDatabaseError(await findFailure(taken))).toBe('data');
});

test('an unreachable database is away', async () => {
  expect(classifyDatabaseError(await findFailure(unreachable().query('SELECT 1')))).toBe('away');
  expect(classifyDatabaseError(await findFailure(createPrisma(unreachable()).business.count()))).toBe('away');
});

test('a wait for a connection that takes too long is away', async () => {
  const pool = new DatabasePool({ connectionString: url, max: 1 });
  const held = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  expect(await findFailure(pool.query('SELECT 1'))).toBeInstanceOf(ConnectionError);
  expect(await findFailure(pool.connect())).toBeInstanceOf(ConnectionError);
  expect(classifyDatabaseError(await findFailure(createPrisma(pool).business.count()))).toBe('away');
  held.release();
  await pool.end();
});

test('a connection that is lost without a message is away, also for later queries', async () => {
  const pool = new DatabasePool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  client.on('error', () => undefined);
  const waiting = findFailure(client.query('SELECT pg_sleep(5)'));
  client.connection.stream.destroy();
  expect(await waiting).toBeInstanceOf(ConnectionError);
  expect(await findFailure(client.query('SELECT 1'))).toBeInstanceOf(ConnectionError);
  client.release(true);
  const lost = findFailure(pool.query('SELECT pg_sleep(5)'));
  pool.once('acquire', ({ connection }) => setTimeout(() => connection.stream.destroy(), 20));
  expect(await lost).toBeInstanceOf(ConnectionError);
  await pool.end();
  expect(await findFailure(pool.query('SELECT 1'))).toBeInstanceOf(ConnectionError);
});

test('records of another transaction are busy', () => {
  expect(classifyDatabaseError(new BusyRecordsError('held'))).toBe('busy');
});

test('other errors are no database failures', async () => {
  expect(classifyDatabaseError(new Error('Connection terminated unexpectedly'))).toBeNull();
  expect(classifyDatabaseError(new TypeError('connection is not a function'))).toBeNull();
  expect(classifyDatabaseError('timeout')).toBeNull();
});

test('a failure is found through its causes', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(classifyDatabaseError(new Error('wrapped', { cause }))).toBe('away');
});
