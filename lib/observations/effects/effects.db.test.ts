import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyMigrations, readMigrations } from '#lib/database/migrate.ts';
import { database } from '#lib/database/pools.ts';
import { withDatabase } from '#lib/database/testing/database-address.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { brand } from '#lib/values/brand.ts';
import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { observeAnswer, observeCallback, verifyEffects } from '../index.ts';
import { emptyRegisters } from '../model/registers.ts';
import type { StoredDeposit } from '../model/row-read.ts';
import { foldEvent, foldedEvents } from '../testing/folded-events.ts';
import { readStatements } from './case-reasons.ts';
import { allSubjectsSql, partiesSql } from './parties.ts';

describe('unlisted deposits', () => {
  test('a deposit is unlisted if a read long after its last change left it out, in any order', async () => {
    const businessId = await createBusiness();
    await fc.assert(
      fc.asyncProperty(foldedEvents, async (all) => {
        await inTransaction(async (transaction) => {
          await transaction.$executeRaw`SAVEPOINT before_it`;
          for (const one of all) {
            await foldEvent(transaction, businessId, one);
            const rows = await transaction.$queryRaw<{ unlisted: boolean; expected: boolean }[]>`
            SELECT d.unlisted, NOT d.record_seen
                   AND coalesce(p.last_read_at > d.changed_at + interval '5 minutes', false) AS expected
              FROM deposit d JOIN payment p USING (business_id, payment_id) WHERE d.business_id = ${businessId}::uuid`;
            for (const { unlisted, expected } of rows) expect(unlisted).toBe(expected);
          }
          await transaction.$executeRaw`ROLLBACK TO SAVEPOINT before_it`;
        });
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  test('a deposit is unlisted from five minutes after its callback until a record lists it', async () => {
    const businessId = await createBusiness();
    const names = { paymentId: randomUUID(), clientPaymentId: 'order-1' };
    const depositId = randomUUID();
    const at = (text: string) => instant(Date.parse(`2026-11-20T10:${text}Z`));
    const report = (time: string, actualDisplayAmount: number) =>
      inTransaction((transaction) =>
        observeCallback(transaction, {
          businessId,
          kind: 'deposit-received',
          body: toSampleBytes(depositCallbackSample({ ...names, depositId, actualDisplayAmount })),
          headers: {},
          receivedAt: at(time),
        }),
      );
    const read = (time: string, depositIds: readonly string[]) =>
      inTransaction((transaction) =>
        observeAnswer(transaction, {
          businessId,
          source: 'read',
          startedAt: at(time),
          body: toSampleBytes(
            paymentRecordSample(businessId, {
              ...names,
              deposits: depositIds.map((id) => depositRecordSample({ id })),
            }),
          ),
        }),
      );
    const isUnlisted = async () =>
      (await database().deposit.findFirstOrThrow({ where: { businessId, depositId } })).unlisted;
    await report('00:00', 10);
    await read('04:59', []);
    expect(await isUnlisted()).toBe(false);
    await read('05:01', []);
    expect(await isUnlisted()).toBe(true);
    await report('06:00', 11);
    expect(await isUnlisted()).toBe(false);
    await read('12:00', []);
    expect(await isUnlisted()).toBe(true);
    await read('13:00', [depositId]);
    expect(await isUnlisted()).toBe(false);
  });

  test('verification finds a deposit that is wrongly unlisted', async () => {
    const businessId = await createBusiness();
    const paymentId = await insertPayment(businessId, { lastReadAt: new Date() });
    const depositId = await insertDeposit(businessId, paymentId, { recordSeen: true, unlisted: true });
    const found: unknown[] = [];
    await verifyEffects((difference) => {
      if (difference.businessId === businessId) found.push(difference);
    });
    expect(found).toEqual([
      { businessId, record: `deposit ${depositId}`, path: 'unlisted', held: 'true', rebuilt: 'false' },
    ]);
  });
});

describe('carried changes', () => {
  /** An upgrade from the first schema turns `review_due`, the records that no sweep has seen, into `review_change`. */
  const ownUrl = process.env['DATABASE_URL'] ?? '';
  const name = `carried_${randomUUID().replaceAll('-', '')}`;
  const business = randomUUID();
  let client: pg.Client;

  async function administer(sql: string): Promise<void> {
    const admin = new pg.Client({ connectionString: withDatabase(ownUrl, 'postgres') });
    await admin.connect();
    await admin.query(sql).finally(() => admin.end());
  }

  beforeEach(async () => {
    await administer(`CREATE DATABASE ${name}`);
    client = new pg.Client({ connectionString: withDatabase(ownUrl, name) });
    await client.connect();
    const [baseline] = await readMigrations();
    await applyMigrations(client, undefined, new Set([baseline?.name ?? '']));
    await client.query('INSERT INTO business (id, name) VALUES ($1, $2)', [business, 'A business of a test']);
  });
  afterEach(async () => {
    await client.end();
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  });

  async function insertDeposit(status: string, assessment?: unknown, score?: string): Promise<string> {
    const id = randomUUID();
    await client.query(
      `INSERT INTO deposit (business_id, deposit_id, payment_id, status, sort_at, first_observed_at, changed_at)
     VALUES ($1, $2, gen_random_uuid(), $3, now(), now(), now())`,
      [business, id, status],
    );
    if (assessment !== undefined)
      await client.query(
        `INSERT INTO deposit_risk (business_id, deposit_id, assessment, risk_score) VALUES ($1, $2, $3, $4)`,
        [business, id, JSON.stringify(assessment), score],
      );
    return id;
  }

  /** The detail that the fold stores for these entities. */
  function describeEntities(assessment: unknown): unknown {
    const added: StoredDeposit = {
      state: {
        depositId: brand<DepositId>('d'),
        registers: emptyRegisters,
        risk: { ...emptyRegisters, values: { assessment: JSON.stringify(assessment) } },
        recordSeen: true,
        firstObservedAt: 0,
        refundFirstSeenAt: null,
      },
      paymentId: brand<PaymentId>('p'),
      changedAt: 0,
      riskChangedAt: null,
      versions: 1,
    };
    const found = readStatements('deposit', added).get('risk-entity');
    return found === false ? null : found?.detail;
  }

  async function readCarried(id: string): Promise<unknown[]> {
    const { rows } = await client.query(
      'SELECT reason, detail, ended FROM review_change WHERE business_id = $1 AND subject_id = $2 ORDER BY id',
      [business, id],
    );
    return rows;
  }

  test('brings along the reasons of records that no sweep has seen', async () => {
    const named = { name: 'A "mixer" – été', category: ' mixer ' };
    const other = { name: null, category: null };
    const assessment = { sourceRiskEntities: [named, named], destinationRiskEntities: [other, 'text'] };
    const flagged = await insertDeposit('BLOCKED', assessment, '82');
    const cleared = await insertDeposit('COMPLIANCE_REVIEW');
    await client.query("UPDATE deposit SET status = 'CONFIRMED' WHERE deposit_id = $1", [cleared]);

    await applyMigrations(client);

    expect(await readCarried(flagged)).toEqual([
      { reason: 'deposit-blocked', detail: null, ended: false },
      { reason: 'risk-entity', detail: describeEntities(assessment), ended: false },
      { reason: 'risk-score', detail: { score: '82' }, ended: false },
      { reason: null, detail: null, ended: false },
    ]);
    expect(await readCarried(cleared)).toEqual([
      { reason: 'deposit-review', detail: null, ended: false },
      { reason: 'deposit-review', detail: null, ended: true },
      { reason: null, detail: null, ended: false },
    ]);
  });
});

describe('parties', () => {
  const selectParties = `
  SELECT to_jsonb(held)::text AS row FROM review_entity held WHERE business_id = $1::uuid ORDER BY 1`;
  const selectExpected = `
  SELECT to_jsonb(read)::text AS row FROM (${partiesSql(allSubjectsSql)}) AS read ORDER BY 1`;

  test('parties follow the risk detail and the time of their record, in any order', async () => {
    const businessId = await createBusiness();
    await fc.assert(
      fc.asyncProperty(foldedEvents, async (all) => {
        await inTransaction(async (transaction) => {
          await transaction.$executeRaw`SAVEPOINT before_it`;
          for (const one of all) {
            await foldEvent(transaction, businessId, one);
            const held: unknown = await transaction.$queryRawUnsafe(selectParties, businessId);
            expect(held).toEqual(await transaction.$queryRawUnsafe(selectExpected, businessId));
          }
          await transaction.$executeRaw`ROLLBACK TO SAVEPOINT before_it`;
        });
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});
