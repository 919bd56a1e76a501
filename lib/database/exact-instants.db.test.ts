import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { writeAudit } from '#lib/audit/index.ts';
import { observeAnswer, observeCallbacks, prepareCallback } from '#lib/observations/index.ts';
import { saveHeartbeat } from '#lib/operations/store.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import { closeDatabase, database } from './pools.ts';
import { inPlainTransaction } from './statements.ts';
import { createTenant, systemContext } from './testing/tenant.ts';
import { inTransaction } from './transaction.ts';

/** A program whose connections stay in this zone, as behind a pooler that loses their settings. */
const session = vi.hoisted(() => ({ zone: 'UTC' }));
vi.mock('./session-settings.ts', async (original) => {
  const setZone = (client: pg.Client) =>
    client.query(`SELECT set_config('TimeZone', $1, false)`, [session.zone]);
  return {
    ...(await original<typeof import('./session-settings.ts')>()),
    setUtc: setZone,
    setPageSettings: setZone,
  };
});

afterAll(closeDatabase);

const now = instant(Date.parse('2026-07-01T23:30:00.250Z'));

/** Receives callbacks and an answer, signs people in and writes to the audit log. */
async function work() {
  const { businessId } = await createTenant(createFixedClock(now));
  const paymentId = randomUUID();
  const receive = (kind: 'deposit-received' | 'withdrawal', sample: object) =>
    inPlainTransaction((statements) =>
      observeCallbacks(statements, [
        prepareCallback({ businessId, kind, headers: {}, body: toSampleBytes(sample), receivedAt: now }),
      ]),
    );
  await receive('deposit-received', depositCallbackSample({ depositId: randomUUID(), paymentId }));
  await receive('withdrawal', withdrawalCallbackSample(businessId, { withdrawalId: randomUUID() }));
  await inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId,
      paymentId: toId<PaymentId>(paymentId),
      source: 'read',
      startedAt: addMilliseconds(now, 1_000),
      body: toSampleBytes(paymentRecordSample(businessId, { paymentId })),
    }),
  );
  await inTransaction((transaction) =>
    writeAudit(transaction, systemContext('test', createFixedClock(now)), {
      businessId,
      action: 'session.refuse',
      objectType: 'person',
      objectId: 'nobody',
    }),
  );
  await saveHeartbeat({ part: 'worker', instanceId: randomUUID(), host: 'host', version: '0.1.0' });
  return businessId;
}

/** Reads all instants of the database in a plain session of UTC, as milliseconds, without Prisma. */
async function listInstants(): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  try {
    await client.query(`SET TIME ZONE 'UTC'`);
    const { rows: columns } = await client.query<{ name: string; column: string }>(
      `SELECT c.table_name AS name, c.column_name AS column FROM information_schema.columns c
         JOIN information_schema.tables USING (table_schema, table_name)
        WHERE c.table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_type = 'BASE TABLE'
        ORDER BY 1, 2`,
    );
    const instants: string[] = [];
    for (const { name, column } of columns) {
      if (name === '_prisma_migrations') continue;
      const { rows } = await client.query<{ at: string }>(
        `SELECT (extract(epoch FROM "${column}") * 1000)::text AS at FROM "${name}" WHERE "${column}" IS NOT NULL ORDER BY 1`,
      );
      // A time of the database's own clock differs between two runs. A zone differs by hours.
      for (const { at } of rows)
        instants.push(`${name}.${column} ${Math.abs(Number(at) - Date.now()) < 600_000 ? 'now' : at}`);
    }
    return instants;
  } finally {
    await client.end();
  }
}

async function removeRows(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  const { rows } = await client.query(
    `SELECT string_agg(format('%I', relname), ', ') AS names FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('_prisma_migrations', 'installation')`,
  );
  await client.query(`TRUNCATE ${rows[0].names} CASCADE`);
  await client.end();
}

test.each(['Europe/Berlin', 'America/New_York'])(
  'a session in %s stores and reads the same instants as one in UTC',
  async (zone) => {
    const listIn = async (name: string) => {
      session.zone = name;
      await closeDatabase();
      const businessId = await work();
      const shown = await database().$queryRaw<
        { zone: string }[]
      >`SELECT current_setting('TimeZone') AS zone`;
      expect(shown).toEqual([{ zone: name }]);
      const read = {
        payments: await database().payment.findMany({
          where: { businessId, changedAt: { gte: new Date(now), lte: new Date(now + 1_000) } },
          select: { sortAt: true, changedAt: true, firstObservedAt: true },
        }),
        raw: await database().$queryRaw`SELECT sort_at, ARRAY[changed_at] AS both FROM payment
          WHERE business_id = ${businessId}::uuid AND first_observed_at = ${new Date(now)}`,
        audit: await database().auditEntry.findMany({ select: { at: true } }),
      };
      expect(read.payments).toHaveLength(1);
      expect(read.raw).toHaveLength(1);
      const instants = await listInstants();
      await removeRows();
      return { read, instants };
    };
    const inUtc = await listIn('UTC');
    expect(inUtc.instants).toContain(`audit_entry.at ${now}.000000`);
    expect(inUtc.read.audit).toEqual([{ at: new Date(now) }]);
    expect(await listIn(zone)).toEqual(inUtc);
  },
);
