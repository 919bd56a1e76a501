import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCallbacks } from '#lib/callbacks/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertIntent, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listDeposits } from '#lib/deposits/index.ts';
import { listExceptions } from '#lib/exceptions/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { listPayments } from '#lib/payments/index.ts';
import { listRefunds } from '#lib/refunds/index.ts';
import { listCases } from '#lib/reviews/index.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { searchRecords } from './queries.ts';

const shared = 'rExchangeThatManyShare';
const evm = '0x52908400098527886e0f7030069857d2e4169ee7';
const at = new Date('2026-11-01T00:00:00Z');
const hashes = {
  evm: `0x${'ab12'.repeat(16)}`,
  bare: 'cd34'.repeat(16),
  capitals: 'EF56'.repeat(16),
  mixed: 'AbCdEfGh12345678',
};

let tenant: Tenant;
/** Readable name of each id. */
const names = new Map<string, string>();
const named = (id: string, name: string) => {
  names.set(id, name);
  return id;
};

/** A case has the id of its subject here. */
const caseAbout = (subjectKind: string, subjectId: string) =>
  database().reviewCase.create({
    data: {
      businessId: tenant.businessId,
      caseId: subjectId,
      subjectKind,
      subjectId,
      openedAt: at,
      dueAt: at,
      changedAt: at,
    },
  });

async function received(name: string, tag: string, reference: string, transactionId: string) {
  const { businessId } = tenant;
  const payment = named(
    await insertPayment(businessId, {
      clientPaymentId: reference,
      walletAddress: shared,
      walletAddressKey: shared,
      destinationTag: tag,
      coverage: 'under',
      recordSeen: true,
    }),
    name,
  );
  const deposit = { transactionId, fromAddressKey: evm, toAddressKey: shared, refundFirstSeenAt: at };
  const depositId = await insertDeposit(businessId, payment, { depositId: payment, ...deposit });
  await caseAbout('deposit', depositId);
  await database().callbackMessage.create({
    data: {
      businessId,
      kind: 'deposit-received',
      sha256: Buffer.from(payment),
      body: Buffer.from(''),
      firstReceivedAt: at,
      lastReceivedAt: at,
      verdict: 'applied',
      paymentId: payment,
      subjectId: depositId,
    },
  });
}

async function paidOut(name: string, tag: string, reference: string, transactionId: string) {
  const { businessId } = tenant;
  const withdrawalId = named(randomUUID(), name);
  await insertWithdrawal(businessId, {
    withdrawalId,
    clientWithdrawalId: reference,
    transactionId,
    toAddress: shared,
    toAddressKey: shared,
    toTag: tag,
  });
  await caseAbout('withdrawal', withdrawalId);
}

beforeAll(async () => {
  tenant = await createTenant();
  await received('first', '5001', 'INV/2026-17', hashes.evm);
  await received('second', '5002', 'order-2026-b', hashes.bare);
  await received('third', '777', 'Rechnung 9', hashes.capitals);
  await received('fourth', '888', 'rechnung 8', hashes.mixed);
  await paidOut('payout', '5001', 'PAY/17', hashes.evm);
  await paidOut('other payout', '600', 'pay-18', hashes.capitals);
  await insertIntent(tenant, 'INV/2026-18', { id: named(randomUUID(), 'request'), at, state: 'UNKNOWN' });
});

const lists = {
  payments: async (q: string) => ids(await listPayments(...listInput(q)), ({ paymentId }) => paymentId),
  deposits: async (q: string) => ids(await listDeposits(...listInput(q)), ({ depositId }) => depositId),
  refunds: async (q: string) => ids(await listRefunds(...listInput(q)), ({ depositId }) => depositId),
  withdrawals: async (q: string) =>
    ids(await listWithdrawals(...listInput(q)), ({ withdrawalId }) => withdrawalId),
  exceptions: async (q: string) => ids(await listExceptions(...listInput(q)), ({ subjectId }) => subjectId),
  callbacks: async (q: string) =>
    ids(await listCallbacks(...listInput(q)), ({ subjectId }) => subjectId ?? ''),
  cases: async (q: string) => ids(await listCases(...listInput(q)), ({ caseId }) => caseId),
};
const listInput = (q: string) => [tenant.as.owner, tenant.businessId, { ...wholeList, q }] as const;
const ids = <Row>({ rows }: { rows: readonly Row[] }, toId: (row: Row) => string) =>
  rows.map((row) => names.get(toId(row))).toSorted();
const foundIn = async (q: string, ...of: readonly (keyof typeof lists)[]) =>
  Object.fromEntries(await Promise.all(of.map(async (list) => [list, await lists[list](q)] as const)));
const palette = async (q: string) => {
  const { hits, lists } = await searchRecords(tenant.as.owner, tenant.businessId, q);
  return { names: hits.map(({ id }) => names.get(id)), lists };
};

describe('an address with its tag', () => {
  test.each(['?dt=5001', '?to=5001', '?memo=5001', '?amount=12.5&dt=5001', '?dt=50'])(
    'links to a list with the tag: %s',
    async (behind) => {
      const both = behind === '?dt=50' ? ['first', 'second'] : ['first'];
      const found = await foundIn(shared + behind, 'payments', 'deposits', 'refunds', 'withdrawals', 'cases');
      const payout = ['payout'];
      expect(found).toEqual({
        payments: both,
        deposits: both,
        refunds: both,
        withdrawals: payout,
        cases: payout,
      });
      const { names: first, lists } = await palette(shared + behind);
      expect(first.slice(0, both.length + 1).toSorted()).toEqual([...both, 'payout'].toSorted());
      expect(lists).toEqual(['payments', 'withdrawals']);
    },
  );

  test('finds nothing for an unknown tag, and names no list for the address alone', async () => {
    const found = await foundIn(`${shared}?dt=404`, 'payments', 'deposits', 'withdrawals');
    expect(found).toEqual({ payments: [], deposits: [], withdrawals: [] });
    const { names: there, lists: namedLists } = await palette(`${shared}?dt=404`);
    expect(there.length).toBeGreaterThan(5);
    expect(namedLists).toEqual([]);
    expect(await lists.payments(`rOther?dt=5001`)).toEqual([]);
  });

  test('finds a match among more equal tags at other addresses than are read', async () => {
    await databasePool().query(
      `INSERT INTO payment (business_id, payment_id, status, wallet_address, wallet_address_key, destination_tag, record_seen,
         sort_at, first_observed_at, changed_at)
       SELECT $1, gen_random_uuid(), 'NEW', 'rOther', 'rOther', '77' || n, true, now(), now(), now()
         FROM generate_series(1, 2100) AS n`,
      [tenant.businessId],
    );
    const found = await foundIn(`${shared}?dt=77`, 'payments', 'deposits', 'refunds');
    expect(found).toEqual({ payments: ['third'], deposits: ['third'], refunds: ['third'] });
  });

  test('finds nothing for invalid characters, without an error', async () => {
    expect(await foundIn(`${shared}?dt=%00`, 'payments', 'withdrawals')).toEqual({
      payments: [],
      withdrawals: [],
    });
  });

  test('finds everything at the address when the tag is empty', async () => {
    const all = ['first', 'fourth', 'second', 'third'];
    expect(await foundIn(`${shared}?dt=`, 'payments', 'deposits')).toEqual({ payments: all, deposits: all });
  });
});

const bare = (hash: string) => hash.replace(/^0x/, '');

describe('a transaction', () => {
  test.each([
    ['as it is', hashes.evm, 'first', 'payout'],
    ['without 0x', bare(hashes.evm), 'first', 'payout'],
    ['in capitals', hashes.evm.toUpperCase(), 'first', 'payout'],
    ['in capitals without 0x', bare(hashes.evm).toUpperCase(), 'first', 'payout'],
    ['its beginning without 0x', bare(hashes.evm).slice(0, 9).toUpperCase(), 'first', 'payout'],
    ['with an 0x that it has not', `0x${hashes.bare}`, 'second', null],
    ['in capitals that it has not', hashes.bare.toUpperCase(), 'second', null],
    ['in small letters that it has not', hashes.capitals.toLowerCase(), 'third', 'other payout'],
    ['with both', `0x${hashes.capitals.toLowerCase()}`, 'third', 'other payout'],
    ['of no hexadecimal digits', hashes.mixed, 'fourth', null],
    ['of no hexadecimal digits, in another case', hashes.mixed.toLowerCase(), null, null],
    ['too short to be tried with 0x', bare(hashes.evm).slice(0, 7), null, null],
  ])('%s', async (_, q, received, payout) => {
    const [come, removed] = [received, payout].map((one) => (one === null ? [] : [one]));
    expect(await foundIn(q, 'payments', 'deposits', 'refunds', 'withdrawals')).toEqual({
      payments: come,
      deposits: come,
      refunds: come,
      withdrawals: removed,
    });
    expect(new Set((await palette(q)).names)).toEqual(new Set([...(come ?? []), ...(removed ?? [])]));
  });
});

test('finds an EVM address without its 0x', async () => {
  const all = ['first', 'fourth', 'second', 'third'];
  const typed = bare(evm).toUpperCase();
  expect(await foundIn(typed, 'payments', 'deposits', 'cases')).toEqual({
    payments: all,
    deposits: all,
    cases: all,
  });
  expect((await palette(typed)).lists).toEqual(['deposits']);
});

describe('a reference', () => {
  test.each([
    ['inv/2026-17', ['first']],
    ['INV/2026-17', ['first']],
    ['ORDER-2026', ['second']],
    ['rechnung', ['fourth', 'third']],
    ['chnung 9', ['third']],
    ['RECHNUNG 9', ['third']],
  ])('%s', async (q, expected) => {
    const found = await foundIn(q, 'payments', 'deposits', 'refunds', 'exceptions', 'callbacks', 'cases');
    expect(found).toEqual({
      payments: expected,
      deposits: expected,
      refunds: expected,
      exceptions: expected,
      callbacks: expected,
      cases: expected,
    });
    // Records of the same time have no order.
    expect((await palette(q)).names.toSorted()).toEqual(expected);
  });

  test('finds a payout and a request', async () => {
    expect(await foundIn('pay/17', 'withdrawals')).toEqual({ withdrawals: ['payout'] });
    expect(await foundIn('PAY-18', 'withdrawals')).toEqual({ withdrawals: ['other payout'] });
    expect(await foundIn('inv/2026-18', 'exceptions')).toEqual({ exceptions: ['request'] });
    expect((await palette('inv/2026-18')).names).toEqual(['request']);
  });
});
