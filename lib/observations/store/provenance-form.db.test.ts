import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNewestMigration } from '#lib/database/migrate.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { observeAnswer } from '../fold/observe-answer.ts';
import { observeCallbacks } from '../fold/observe-callbacks.ts';
import { prepareCallback } from '../parse/prepare-callback.ts';
import { beginPackedProvenance } from './provenance-form.ts';

const migration = '20261218000031_packed_provenance';
/** The form after this one. */
const laterMigration = '20261223000030_joined_provenance';
const start = Date.now() - 3_600_000;
let businessId: BusinessId;

beforeAll(async () => {
  businessId = await createBusiness();
  // The database of a version before.
  await databasePool().query('DELETE FROM schema_requirement WHERE migration = ANY($1)', [
    [migration, laterMigration],
  ]);
});
afterAll(async () => {
  await databasePool().query(
    'INSERT INTO schema_requirement (migration, oldest_program) VALUES ($1, $1) ON CONFLICT DO NOTHING',
    [laterMigration],
  );
  await closeDatabase();
});

const read = (paymentId: string, second: number) =>
  inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId,
      paymentId: toId<PaymentId>(paymentId),
      source: 'read',
      startedAt: instant(start + second * 1_000),
      body: toSampleBytes(
        paymentRecordSample(businessId, { paymentId, clientPaymentId: `order-${paymentId}` }),
      ),
    }),
  );

const receive = (withdrawalId: string) =>
  inPlainTransaction((statements) =>
    observeCallbacks(statements, [
      prepareCallback({
        businessId,
        kind: 'withdrawal',
        headers: {},
        body: toSampleBytes(
          withdrawalCallbackSample(businessId, { withdrawalId, clientWithdrawalId: withdrawalId }),
        ),
        receivedAt: instant(start),
      }),
    ]),
  );

/** Lists the forms of the stored records: 'object' is the long one, and 'array' the short one. */
async function listForms(): Promise<readonly string[]> {
  const { rows } = await databasePool().query<{ form: string }>(
    `SELECT DISTINCT jsonb_typeof(provenance -> 0) AS form FROM (
       SELECT provenance FROM payment UNION ALL SELECT provenance FROM withdrawal) AS record ORDER BY form`,
  );
  return rows.map(({ form }) => form);
}

const setMigrated = (ago: string) =>
  databasePool().query(
    `UPDATE _prisma_migrations SET finished_at = now() - $2::interval WHERE migration_name = $1`,
    [migration, ago],
  );

/** A process that started after the migration. An older program reports no migration. */
const addPart = (part: string, seenAgo: string, known: string | null = null) =>
  databasePool().query(
    `INSERT INTO part_heartbeat (part, instance_id, host, version, migration, started_at, seen_at)
     VALUES ($1, $2, 'host', '0.1.0', $4, now() - interval '2 hours', now() - $3::interval)`,
    [part, randomUUID(), seenAgo, known],
  );

test('writes the form that older programs read until none of them can run', async () => {
  const paymentId = randomUUID();
  await read(paymentId, 0);
  await receive(randomUUID());
  expect(await listForms()).toEqual(['object']);

  await setMigrated('23 hours');
  expect(await beginPackedProvenance()).toBe(false);
  await setMigrated('25 hours');
  await addPart('intake', '59 minutes');
  await addPart('cron', '1 minute');
  await addPart('worker', '1 minute', await findNewestMigration());
  expect(await beginPackedProvenance()).toBe(false);
  await read(paymentId, 1);
  expect(await listForms()).toEqual(['object']);

  await databasePool().query(`UPDATE part_heartbeat SET seen_at = now() - interval '61 minutes'
                               WHERE part = 'intake'`);
  expect(await beginPackedProvenance()).toBe(true);
  expect(await beginPackedProvenance()).toBe(false);
  await receive(randomUUID());
  expect(await listForms()).toEqual(['array', 'object']);
  await read(paymentId, 2);
  const { rows } = await databasePool().query(
    `SELECT jsonb_typeof(provenance -> 0) AS form FROM payment WHERE payment_id = $1`,
    [paymentId],
  );
  expect(rows).toEqual([{ form: 'array' }]);
});
