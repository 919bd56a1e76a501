import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addLabel } from '#lib/annotations/add-label.ts';
import { writeNote } from '#lib/annotations/write-note.ts';
import { releaseCallback } from '#lib/callbacks/quarantine/release-callback.ts';
import { databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { listDeposits } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import type { ListPage, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { listAddress, parseListQuery, wholeList } from '#lib/lists/model/query.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import { countPayments, listPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { addNote } from '#lib/reviews/cases/add-note.ts';
import type { CaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { readQueue } from '#lib/reviews/testing/read-queue.ts';
import { Problem } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { listUndocumentedValues } from './index.ts';
import { searchRecords } from './queries.ts';

describe('amounts', () => {
  test('marks callback amounts and estimates as provisional, but not recorded amounts', async () => {
    const { businessId, as } = await createTenant();
    const payment = await insertPayment(businessId, {
      clientPaymentId: 'told',
      displayCurrency: 'EUR',
      expectedDisplayAmount: '5',
    });
    const transactionId = 'told-amounts';
    const callback = { transactionId, callbackDepositAmount: '0.3', sortAt: new Date('2026-01-01') };
    await insertDeposit(businessId, payment, callback);
    await insertDeposit(businessId, payment, {
      ...callback,
      depositAmount: '0.1',
      sortAt: new Date('2026-01-02'),
    });
    const estimate = { transactionId, estimatedWithdrawAmount: '9', firstReceivedAt: new Date('2026-01-01') };
    await insertWithdrawal(businessId, estimate);
    await insertWithdrawal(businessId, {
      ...estimate,
      actualWithdrawAmount: '8.9',
      firstReceivedAt: new Date('2026-01-02'),
    });
    const amounts = async (typed: string) =>
      (await searchRecords(as.viewer, businessId, typed)).hits.map(({ kind, amount, provisional }) => [
        kind,
        amount,
        provisional,
      ]);
    expect(await amounts(transactionId)).toEqual([
      ['deposit', '0.1', null],
      ['deposit', '0.3', 'callback'],
      ['withdrawal', '8.9', null],
      ['withdrawal', '9', 'estimate'],
    ]);
    expect(await amounts('told')).toContainEqual(['payment', '5', null]);
  });

  test('shows the requested coin amount of a payment priced in a coin, as the list does', async () => {
    const { businessId, as } = await createTenant();
    await insertPayment(businessId, {
      clientPaymentId: 'in-coin',
      displayCurrency: null,
      expectedDisplayAmount: null,
      depositCurrency: 'USDT',
      expectedDepositAmount: '408.5788',
    });
    const { hits } = await searchRecords(as.viewer, businessId, 'in-coin');
    expect(hits).toMatchObject([{ amount: '408.5788', currency: 'USDT' }]);
  });
});

describe('notes and labels', () => {
  let desk: CaseFixture;
  let paymentId: string;
  let withdrawalId: string;
  let caseId: string;

  beforeAll(async () => {
    desk = await createCaseFixture();
    const { businessId, as } = desk;
    paymentId = await insertPayment(businessId, { clientPaymentId: `noted-${randomUUID()}` });
    withdrawalId = await insertWithdrawal(businessId, {});
    const record = { businessId, kind: 'payment', recordId: paymentId } as const;
    await writeNote(as.finance, { ...record, text: 'The customer 100%_sure paid\nby quail egg courier' });
    await addLabel(as.finance, { ...record, name: 'Quarterly rebate' });
    await writeNote(as.finance, {
      ...{ businessId, kind: 'withdrawal', recordId: withdrawalId },
      text: 'Salary of the ostrich farm',
    });
    ({ caseId } = await desk.flagged());
    await addNote(as.compliance, { businessId, caseId, text: 'Looks like a pelican network of mules' });
  });

  const search = (who: Context<PersonActor>, text: string) => searchRecords(who, desk.businessId, text);
  const listIds = async (q: string) =>
    (await listPayments(desk.as.viewer, desk.businessId, { ...wholeList, q })).rows.map(
      (row) => row.paymentId,
    );

  test('finds a payment by a part of its note, in any letters, in its list and in the search of all records', async () => {
    for (const q of ['QUAIL', '100%_sure', 'quail egg', 'egg']) expect(await listIds(q)).toEqual([paymentId]);
    expect(await listIds('100%xsure')).toEqual([]);
    expect((await search(desk.as.viewer, 'quail')).hits).toMatchObject([
      { kind: 'payment', id: paymentId, field: 'note', value: expect.stringContaining('paid by quail egg') },
    ]);
  });

  test('finds a label by any part, and a withdrawal by its note', async () => {
    expect((await search(desk.as.viewer, 'rterly reb')).hits).toMatchObject([
      { id: paymentId, field: 'label' },
    ]);
    expect((await search(desk.as.viewer, 'ostrich')).hits).toMatchObject([
      { id: withdrawalId, field: 'note' },
    ]);
    const { rows } = await listWithdrawals(desk.as.viewer, desk.businessId, { ...wholeList, q: 'ostrich' });
    expect(rows).toMatchObject([{ withdrawalId }]);
  });

  test('finds the note of a case only for people who work on cases, and nothing else shows that it exists', async () => {
    expect((await readQueue(desk.as.compliance, desk.businessId, 'q=pelican')).rows).toMatchObject([
      { caseId },
    ]);
    expect((await search(desk.as.owner, 'pelican')).cases).toMatchObject([{ caseId, field: 'note' }]);
    for (const role of ['viewer', 'finance'] as const) {
      const found = await search(desk.as[role], 'pelican');
      expect(found).toEqual(await search(desk.as[role], 'no such text'));
      expect(found.cases).toBeUndefined();
      const query = { ...wholeList, q: 'pelican' };
      expect(await countPayments(desk.as[role], desk.businessId, query)).toMatchObject({ count: 0 });
    }
  });

  test('finds no note of another business', async () => {
    const other = await createCaseFixture();
    expect((await searchRecords(other.as.owner, other.businessId, 'quail')).hits).toEqual([]);
    expect((await searchRecords(other.as.owner, other.businessId, 'pelican')).cases).toEqual([]);
  });
});

describe('reported values', () => {
  let tenant: Tenant;
  const at = instant(Date.now());

  async function release(kind: CallbackKind, body: unknown, ...paths: readonly string[]) {
    const { businessId, as } = tenant;
    const { messageId } = await inTransaction((transaction) =>
      observeCallback(transaction, {
        businessId,
        kind,
        body: toSampleBytes(body),
        headers: {},
        receivedAt: at,
      }),
    );
    const accepted = paths.map((path) => ({ path, how: 'as-it-came' as const }));
    await releaseCallback(as.owner, { businessId, messageId, revision: 0, accepted, note: '' });
  }

  beforeAll(async () => {
    tenant = await createTenant();
    const { businessId } = tenant;
    const record = paymentRecordSample(businessId, {
      status: 'On hold, 100%',
      locale: 'nl_BE',
      displayCurrency: 'XAU',
      deposits: [depositRecordSample({ status: 'PARKED', network: 'MOON' })],
    });
    await inTransaction((transaction) =>
      observeAnswer(transaction, { businessId, source: 'read', startedAt: at, body: toSampleBytes(record) }),
    );
    const received = depositCallbackSample({ rateType: 'DRIFTING', settlementCurrency: 'PAX' });
    await release('deposit-received', received, 'rateType', 'settlementCurrency');
    await release('withdrawal', withdrawalCallbackSample(businessId, { status: 'HELD' }), 'status');
  });

  const readValues = async (list: string) =>
    (await listUndocumentedValues(tenant.as.viewer, tenant.businessId, list)).valuesByFilter;

  test('offers reported values in each list that filters by them', async () => {
    const fee = 'DistributedUserServiceFee';
    expect(await readValues('payments')).toMatchObject({
      status: ['On hold, 100%'],
      locale: ['nl'],
      displayCurrency: ['XAU'],
      pricedIn: ['XAU'],
      actualIn: ['XAU'],
      depositStatus: ['PARKED'],
      expectedDisplayAmount: ['XAU'],
      [`expectedDisplay${fee}`]: ['XAU'],
    });
    expect(await readValues('payments')).not.toHaveProperty('expectedDepositAmount');
    expect(await readValues('deposits')).toMatchObject({
      status: ['PARKED'],
      network: ['MOON'],
      rateType: ['DRIFTING'],
      settlementCurrency: ['PAX'],
      settlementServiceFee: ['PAX'],
    });
    expect(await readValues('withdrawals')).toEqual({ status: ['HELD'] });
    expect(await readValues('reviews')).toEqual({ serviceStatus: ['PARKED', 'HELD'] });
    expect(await readValues('exceptions')).toMatchObject({ currency: ['XAU'], actual: ['XAU'] });
    for (const list of ['refunds', 'audit', 'callbacks', '__proto__', ''])
      expect(await readValues(list)).toEqual({});
  });

  test('finds the record of each value through a URL', async () => {
    type Read = (
      by: Tenant['as']['viewer'],
      business: string,
      query: ListQuery,
    ) => Promise<ListPage<unknown>>;
    const lists: readonly (readonly [ListSpec, Read])[] = [
      [paymentList, listPayments],
      [depositList, listDeposits],
      [withdrawalList, listWithdrawals],
    ];
    let looked = 0;
    for (const [spec, list] of lists)
      for (const [name, values] of Object.entries(await readValues(spec.name))) {
        if (spec.filters[name]?.kind !== 'choice') continue;
        const parameters = new URLSearchParams(listAddress({ ...wholeList, choices: { [name]: values } }));
        const { query, ignored } = parseListQuery(spec, (one) => parameters.get(one));
        expect(ignored).toEqual([]);
        const { rows } = await list(tenant.as.viewer, tenant.businessId, query);
        expect([name, rows.length]).toEqual([name, 1]);
        looked += 1;
      }
    expect(looked).toBe(11);
  });

  test('limits noise, and leaves out values that no URL can hold and values of other businesses', async () => {
    const other = await createTenant();
    await databasePool().query(
      `INSERT INTO unknown_name (business_id, field, value, first_seen_at, last_seen_at)
     SELECT $1, 'payment.type', CASE WHEN n = 1 THEN E'\\u0001' WHEN n = 2 THEN repeat('x', 300) ELSE 'T' || n END, now(), now()
       FROM generate_series(1, 500) AS n`,
      [other.businessId],
    );
    const { valuesByFilter: found } = await listUndocumentedValues(
      other.as.viewer,
      other.businessId,
      'payments',
    );
    expect(Object.keys(found)).toEqual(['type']);
    expect(found['type']?.length).toBeLessThanOrEqual(40);
    expect(found['type']?.every((value) => /^T\d+$/.test(value))).toBe(true);
    await expect(
      listUndocumentedValues(other.as.owner, tenant.businessId, 'payments'),
    ).rejects.toBeInstanceOf(Problem);
  });
});
