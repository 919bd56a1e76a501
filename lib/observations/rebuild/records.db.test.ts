import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { CallbackKind } from '../index.ts';
import { observeAnswer, observeCallback, verifyReadModel } from '../index.ts';
import { readingVersion } from '../model/reading-version.ts';
import { reportRecords } from './reading-queries.ts';

describe('read records', () => {
  const start = 1_793_000_000_000;

  type Step =
    | { readonly kind: CallbackKind; readonly body: unknown; readonly at: number }
    | { readonly source: 'create' | 'read' | 'import'; readonly body: unknown; readonly at: number };

  const observe = (businessId: BusinessId, step: Step) =>
    inTransaction(async (transaction) => {
      const [body, at] = [toSampleBytes(step.body), instant(start + step.at * 1_000)];
      if ('kind' in step)
        return observeCallback(transaction, {
          businessId,
          kind: step.kind,
          body,
          headers: {},
          receivedAt: at,
        });
      return observeAnswer(transaction, { businessId, source: step.source, startedAt: at, body });
    });

  async function readRows(businessId: BusinessId) {
    const where = { businessId };
    return {
      payments: await database().payment.findMany({ where }),
      deposits: await database().deposit.findMany({ where }),
    };
  }

  test('loses only the unreadable field and stores unknown values', async () => {
    const businessId = await createBusiness();
    const [good, odd] = [
      depositRecordSample({ status: 'FROZEN' }),
      depositRecordSample({ onChainFee: '-1' }),
    ];
    const body = paymentRecordSample(businessId, {
      status: 'PARTLY_PAID',
      expirationMinutes: 'soon',
      deposits: [good, odd, 'no deposit', { id: 'x' }],
    });
    const observed = await observe(businessId, { source: 'read', at: 1, body });
    if (observed === undefined || !('flaws' in observed)) throw new Error('not observed');
    expect(observed.flaws.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['expirationMinutes', 'deposits.1.onChainFee', 'deposits.2', 'deposits.3.id']),
    );
    const { payments, deposits } = await readRows(businessId);
    expect(payments).toMatchObject([{ status: 'PARTLY_PAID', expirationMinutes: null, depositCount: 2 }]);
    expect(deposits.map(({ status }) => status).sort()).toEqual(['CONFIRMED', 'FROZEN']);
  });

  test.each([
    ['no JSON', '<html>', 'paymentId'],
    ['another payment', null, 'a different payment'],
    ['another business', { businessId: randomUUID() }, 'belongs to another business'],
    ['no payment id', { paymentId: 'x' }, 'no valid payment ID'],
  ])('refuses an answer with %s and stores nothing', async (_name, fields, reason) => {
    const businessId = await createBusiness();
    const body = typeof fields === 'string' ? fields : paymentRecordSample(businessId, fields ?? {});
    const request = fields === null ? { paymentId: toId<PaymentId>(randomUUID()) } : {};
    const observed = await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId,
        source: 'read',
        startedAt: instant(start),
        body: toSampleBytes(body),
        ...request,
      }),
    );
    expect(observed).toMatchObject({ kind: 'refused' });
    if (observed.kind === 'refused' && typeof fields !== 'string') expect(observed.reason).toContain(reason);
    expect(await database().serviceAnswer.count({ where: { businessId } })).toBe(0);
  });

  test('keeps every digit of amounts from the wire to the column', async () => {
    const businessId = await createBusiness();
    const digits = fc
      .tuple(fc.stringMatching(/^[1-9][0-9]{0,34}$/), fc.stringMatching(/^[0-9]{0,29}[1-9]$/))
      .map(([whole, fraction]) => `${whole}.${fraction}`);
    await fc.assert(
      fc.asyncProperty(digits, async (amount) => {
        const depositId = randomUUID();
        const text = JSON.stringify(depositCallbackSample({ depositId, actualDepositAmount: '@' }));
        const body = text.replace('"@"', amount);
        await observe(businessId, { kind: 'deposit-received', at: 1, body });
        const row = await database().deposit.findFirst({ where: { businessId, depositId } });
        expect(row?.callbackDepositAmount?.toFixed()).toBe(amount);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe('the state of records', () => {
  const setVersion = (version: number) =>
    databasePool().query('UPDATE installation SET reading_version = $1', [version]);

  afterAll(() => setVersion(readingVersion));

  test('says what is known about stored records, and what makes it known', async () => {
    await setVersion(readingVersion);
    expect(await reportRecords(true)).toEqual({ records: 'current', recordsReason: null });
    await setVersion(0);
    expect(await reportRecords(true)).toEqual({
      records: 'unknown',
      recordsReason: expect.stringContaining('npm run replay -- --all --apply'),
    });
    expect(await reportRecords(false)).toEqual({
      records: null,
      recordsReason: expect.stringContaining('as soon as the database is ready'),
    });
  });
});

describe('claims', () => {
  test('applies a claim on another payment’s deposit and rebuilds both payments', async () => {
    const businessId = await createBusiness();
    const [claimant, owner] = [randomUUID(), randomUUID()];
    const [own, claimed] = [randomUUID(), randomUUID()];
    const deliver = (at: number, fields: Readonly<Record<string, unknown>>) =>
      inTransaction((transaction) =>
        observeCallback(transaction, {
          businessId,
          kind: 'deposit-received',
          body: toSampleBytes(depositCallbackSample({ clientPaymentId: 'order-1', ...fields })),
          headers: {},
          receivedAt: instant(1_793_000_000_000 + at),
        }),
      );
    await deliver(1, { paymentId: claimant, depositId: own });
    await deliver(2, { paymentId: owner, depositId: claimed });
    const claim = await deliver(3, { paymentId: claimant, depositId: claimed, expectedDisplayAmount: 7 });
    expect(claim.verdict).toBe('new-version');
    expect(claim.reasons.map(({ path }) => path)).toEqual(['expectedDisplayAmount', 'paymentId']);
    const differences: unknown[] = [];
    await verifyReadModel((difference) => differences.push(difference));
    expect(differences).toEqual([]);
  });
});
