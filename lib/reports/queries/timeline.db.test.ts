import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertIntent, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { readDepositTimeline, readWithdrawalTimeline, viewStoredContent } from '../index.ts';
import type { TimelineEntry } from '../schema/timeline.ts';
import { listPaymentTimeline } from './timeline.ts';

describe('of a deposit and of a withdrawal', () => {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await createTenant();
  });

  const start = 1_793_000_000_000;
  const at = (second: number) => instant(start + second * 1_000);

  type Fields = Readonly<Record<string, unknown>>;

  const answer = (
    source: 'create' | 'read' | 'import',
    second: number,
    record: Fields,
    write = JSON.stringify,
  ) =>
    inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId: tenant.businessId,
        source,
        startedAt: at(second),
        body: toSampleBytes(write(source === 'create' ? { paymentInfo: record } : record)),
        ...(source === 'import'
          ? { personId: tenant.as.finance.actor.personId, fileName: 'from-mail.json' }
          : {}),
      }),
    );
  const callback = (kind: 'deposit-received' | 'withdrawal', second: number, body: Fields) =>
    inTransaction((transaction) =>
      observeCallback(transaction, {
        businessId: tenant.businessId,
        kind,
        body: toSampleBytes(body),
        headers: {},
        receivedAt: at(second),
      }),
    );

  const describeEntry = (entry: TimelineEntry): string => {
    const second = (Number(entry.at) - start) / 1_000;
    return `${second} ${entry.kind === 'answer' ? entry.source : entry.kind}`;
  };
  const readTimeline = async (depositId: string, by = tenant.as.viewer) =>
    (await readDepositTimeline(by, tenant.businessId, depositId, null)).entries;

  test("a deposit's timeline has every observation that mentions it, and no other", async () => {
    const { businessId } = tenant;
    const [paymentId, deposit, sibling] = [randomUUID(), randomUUID(), randomUUID()];
    const record = (status: string, ...deposits: string[]) =>
      paymentRecordSample(businessId, {
        paymentId,
        status,
        deposits: deposits.map((id) => depositRecordSample({ id })),
      });
    await answer('create', 1, record('NEW'));
    await answer('read', 2, record('AWAITING', sibling));
    await callback('deposit-received', 3, depositCallbackSample({ paymentId, depositId: deposit }));
    await callback('deposit-received', 4, depositCallbackSample({ paymentId, depositId: sibling }));
    await answer('read', 5, record('DEPOSITED', sibling, deposit));
    await answer('import', 6, record('DEPOSITED', deposit));
    await answer('read', 7, record('BLOCKED', sibling));
    await answer('read', 8, record('BLOCKED', deposit), (body) =>
      JSON.stringify(body).replace(deposit, deposit.toUpperCase()),
    );
    // The id is found in any spelling of its letters.
    await answer('read', 9, record('DEPOSITED', deposit), (body) =>
      JSON.stringify(body).replace(
        deposit,
        [...deposit].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      ),
    );
    const entries = await readTimeline(deposit);
    expect(entries.map(describeEntry)).toEqual(['9 read', '8 read', '6 import', '5 read', '3 callback']);
    expect(entries[2]).toMatchObject({ person: expect.any(String), fileName: 'from-mail.json' });
    for (const entry of entries)
      expect(
        await viewStoredContent(tenant.as.viewer, businessId, 'raw' in entry ? entry.raw : ''),
      ).toMatchObject({
        text: expect.stringContaining(paymentId),
      });
  });

  test('an answer about another payment that claims the deposit is in its timeline', async () => {
    const { businessId } = tenant;
    const [mine, theirs, deposit] = [randomUUID(), randomUUID(), randomUUID()];
    const record = (paymentId: string, ...deposits: string[]) =>
      paymentRecordSample(businessId, {
        paymentId,
        deposits: deposits.map((id) => depositRecordSample({ id })),
      });
    await callback('deposit-received', 1, depositCallbackSample({ paymentId: mine, depositId: deposit }));
    await answer('read', 2, record(theirs, deposit));
    await answer('read', 3, record(mine));
    expect((await readTimeline(deposit)).map(describeEntry)).toEqual(['2 read', '1 callback']);
  });

  test("a withdrawal's timeline has every version of its callback", async () => {
    const { businessId, as } = tenant;
    const withdrawalId = randomUUID();
    const completed = withdrawalCallbackSample(businessId, { withdrawalId });
    await callback('withdrawal', 1, { ...completed, status: 'PENDING' });
    await callback('withdrawal', 2, completed);
    await callback('withdrawal', 3, withdrawalCallbackSample(businessId));
    const { entries, after } = await readWithdrawalTimeline(as.viewer, businessId, withdrawalId, null);
    expect([entries.map(describeEntry), after]).toEqual([['2 callback', '1 callback'], null]);
  });

  test('another business has no timeline of the deposit, and an invalid cursor is refused', async () => {
    const [paymentId, deposit] = [randomUUID(), randomUUID()];
    await callback('deposit-received', 1, depositCallbackSample({ paymentId, depositId: deposit }));
    const stranger = await createTenant();
    await expect(
      readDepositTimeline(stranger.as.owner, stranger.businessId, deposit, null),
    ).rejects.toMatchObject({ code: 'not-found' });
    for (const after of [
      '',
      'x',
      '\0',
      Buffer.from(`1~answer~${deposit}'`).toString('base64url'),
      'A'.repeat(10_000),
    ])
      await expect(
        readDepositTimeline(tenant.as.viewer, tenant.businessId, deposit, after),
      ).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('in parts', () => {
  const start = '2026-11-01T00:00:00Z';

  /** Stores observations at these microseconds, several kinds at the same one. */
  async function observedAt(
    businessId: string,
    paymentId: string,
    { callbacks, answers }: { callbacks: readonly number[]; answers: readonly number[] },
  ) {
    const parameters = (micros: readonly number[]) => [businessId, paymentId, micros, start];
    const times = `unnest($3::bigint[]) WITH ORDINALITY AS t (micros, n),
    LATERAL (SELECT $4::timestamptz + t.micros * interval '1 microsecond' AS at) AS m`;
    await databasePool().query(
      `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict, payment_id)
     SELECT $1::uuid, 'deposit-received', sha256(($2::text || t.n)::bytea), '{}', m.at, m.at, 'applied', $2::text::uuid FROM ${times}`,
      parameters(callbacks),
    );
    await databasePool().query(
      `INSERT INTO service_answer (business_id, payment_id, source, first_started_at, last_started_at, sha256, body)
     SELECT $1::uuid, $2::text::uuid, 'read', m.at, m.at, sha256(($2::text || t.n)::bytea), convert_to('{"n":' || t.n || '}', 'UTF8')
       FROM ${times}`,
      parameters(answers),
    );
  }

  test('the parts of a timeline have every entry once, newest first', async () => {
    const { businessId, as } = await createTenant();
    const moments = fc.array(fc.integer({ min: 0, max: 2_500 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(moments, moments, fc.integer({ min: 1, max: 7 }), async (callbacks, answers, size) => {
        const paymentId = await insertPayment(businessId);
        await observedAt(businessId, paymentId, { callbacks, answers });
        const part = (after: string | null, most: number) =>
          listPaymentTimeline(as.viewer, businessId, paymentId, { after, size: most });
        const whole = await part(null, 100);
        expect(whole.after).toBeNull();
        expect(whole.entries).toHaveLength(callbacks.length + answers.length);
        const walked = [];
        let after: string | null = null;
        do {
          const { entries, after: next } = await part(after, size);
          expect(entries.length).toBeLessThanOrEqual(size);
          walked.push(...entries);
          after = next;
        } while (after !== null);
        expect(walked).toEqual(whole.entries);
        expect(walked.map(({ at }) => at)).toEqual(
          walked.map(({ at }) => at).toSorted((one, two) => two - one),
        );
      }),
      { numRuns: propertyRuns(12) },
    );
  });
});

describe('of a request', () => {
  test('each of two payments of a request shows the attempts and the other payment', async () => {
    const tenant = await createTenant();
    const { businessId, as } = tenant;
    const [first, second] = [randomUUID(), randomUUID()];
    const at = new Date();
    const { personId } = as.finance.actor;
    const intentId = await insertIntent(tenant, 'ORDER-1', { at, state: 'CREATED', paymentId: second });
    await database().paymentAttempt.create({
      data: { businessId, intentId, startedAt: at, personId, requestId: randomUUID() },
    });
    await database().intentPayment.createMany({
      data: [first, second].map((paymentId) => ({
        businessId,
        paymentId,
        intentId,
        confirmed: paymentId === second,
        foundAt: at,
      })),
    });
    const readEntries = async (paymentId: string) =>
      new Set((await listPaymentTimeline(as.finance, businessId, paymentId)).entries);
    const attempt = expect.objectContaining({ kind: 'attempt' });
    expect(await readEntries(first)).toEqual(
      new Set([
        attempt,
        expect.objectContaining({ kind: 'other-payment', paymentId: second, confirmed: true }),
      ]),
    );
    expect(await readEntries(second)).toEqual(
      new Set([
        attempt,
        expect.objectContaining({ kind: 'other-payment', paymentId: first, confirmed: false }),
      ]),
    );
  });
});
