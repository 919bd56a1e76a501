import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNewestMigration } from '#lib/database/migrate.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { observeAnswer } from '../fold/observe-answer.ts';
import { observeCallbacks } from '../fold/observe-callbacks.ts';
import { prepareCallback } from '../parse/prepare-callback.ts';
import { beginRecordForms } from './record-forms.ts';

const migration = '20261223000004_references_kept_by_deposits';
const laterMigrations = ['20261223000018_short_address_keys', '20261223000030_joined_provenance'];
const start = Date.now() - 3_600_000;
let businessId: BusinessId;

beforeAll(async () => {
  businessId = await createBusiness();
  // The database of a version before.
  await databasePool().query('DELETE FROM schema_requirement WHERE migration = ANY($1)', [
    [migration, ...laterMigrations],
  ]);
});
afterAll(closeDatabase);

const receive = (depositId: string, paymentId: string, transactionId: string) =>
  inPlainTransaction((statements) =>
    observeCallbacks(statements, [
      prepareCallback({
        businessId,
        kind: 'deposit-received',
        headers: {},
        body: toSampleBytes(
          depositCallbackSample({
            depositId,
            paymentId,
            clientPaymentId: `order-${paymentId}`,
            transactionId,
            fromAddress: evm,
            depositAddress: 'plain',
          }),
        ),
        receivedAt: instant(start),
      }),
    ]),
  );

const readPayment = (paymentId: string, clientPaymentId: string) =>
  inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId,
      paymentId: toId<PaymentId>(paymentId),
      source: 'read',
      startedAt: instant(start + 60_000),
      body: toSampleBytes(paymentRecordSample(businessId, { paymentId, clientPaymentId })),
    }),
  );

/** Returns the references of a deposit in its column and in the table. */
async function findReferences(depositId: string) {
  const { rows } = await databasePool().query(
    `SELECT d.reference AS kept, r.reference AS listed FROM deposit d LEFT JOIN deposit_reference r USING (business_id, deposit_id)
      WHERE d.business_id = $1 AND d.deposit_id = $2`,
    [businessId, depositId],
  );
  return rows;
}

const evm = '0xABcd0123456789012345678901234567890123AB';

/** Returns the keys of the addresses of a deposit and the form of its provenance. */
async function findForms(depositId: string) {
  const { rows } = await databasePool().query(
    'SELECT from_address_key AS "from", to_address_key AS "to", jsonb_typeof(provenance -> 0) AS origin FROM deposit WHERE business_id = $1 AND deposit_id = $2',
    [businessId, depositId],
  );
  return rows;
}

const setMigrated = (ago: string) =>
  databasePool().query(
    `UPDATE _prisma_migrations SET finished_at = now() - $2::interval WHERE migration_name = ANY($1)`,
    [[migration, ...laterMigrations], ago],
  );

const addPart = (part: string, seenAgo: string, known: string | null) =>
  databasePool().query(
    `INSERT INTO part_heartbeat (part, instance_id, host, version, migration, started_at, seen_at)
     VALUES ($1, $2, 'host', '0.1.0', $4, now() - interval '2 hours', now() - $3::interval)`,
    [part, randomUUID(), seenAgo, known],
  );

test('writes records as older programs read them until none of them can run', async () => {
  const [paymentId, depositId] = [randomUUID(), randomUUID()];
  await receive(depositId, paymentId, 'first');
  const reference = `order-${paymentId}`;
  expect(await findReferences(depositId)).toEqual([{ kept: null, listed: reference }]);

  await setMigrated('23 hours');
  expect(await beginRecordForms()).toBe(0);
  await setMigrated('25 hours');
  await addPart('intake', '59 minutes', '20261218000031_packed_provenance');
  await addPart('worker', '1 minute', await findNewestMigration());
  expect(await beginRecordForms()).toBe(0);
  await databasePool().query(`UPDATE part_heartbeat SET seen_at = now() - interval '61 minutes'
                               WHERE part = 'intake'`);
  expect(await findForms(depositId)).toEqual([{ from: evm.toLowerCase(), to: 'plain', origin: 'array' }]);
  expect(await beginRecordForms()).toBe(3);
  expect(await beginRecordForms()).toBe(0);
  expect(await findReferences(depositId)).toEqual([{ kept: null, listed: reference }]);

  await receive(depositId, paymentId, 'second');
  expect(await findReferences(depositId)).toEqual([{ kept: reference, listed: null }]);
  expect(await findForms(depositId)).toEqual([{ from: evm.toLowerCase(), to: null, origin: 'string' }]);
  await readPayment(paymentId, 'renamed');
  expect(await findReferences(depositId)).toEqual([{ kept: 'renamed', listed: null }]);
});

test('begins no form that is not one', async () => {
  const { rows } = await databasePool().query('SELECT begin_record_form($1) AS begun', [
    '20261218000031_packed_provenance',
  ]);
  expect(rows).toEqual([{ begun: false }]);
});

test('writes a new deposit once, with the reference of the payment that comes with it', async () => {
  await databasePool().query(
    `CREATE TABLE written_deposit (deposit_id uuid, operation text);
     CREATE FUNCTION note_written_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN INSERT INTO written_deposit VALUES (NEW.deposit_id, TG_OP); RETURN NULL; END $$;
     CREATE TRIGGER written_deposit AFTER INSERT OR UPDATE ON deposit FOR EACH ROW EXECUTE FUNCTION note_written_deposit()`,
  );
  try {
    const [paymentId, depositId] = [randomUUID(), randomUUID()];
    await receive(depositId, paymentId, 'second');
    expect(await findReferences(depositId)).toEqual([{ kept: `order-${paymentId}`, listed: null }]);
    const { rows } = await databasePool().query(
      'SELECT operation FROM written_deposit WHERE deposit_id = $1',
      [depositId],
    );
    expect(rows).toEqual([{ operation: 'INSERT' }]);
  } finally {
    await databasePool().query(
      'DROP TRIGGER written_deposit ON deposit; DROP FUNCTION note_written_deposit; DROP TABLE written_deposit',
    );
  }
});
