import { beforeEach, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listDeposits, listPaymentDeposits, readDeposit } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { listPayments, readPayment } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { normalizeAddress } from '#lib/values/addresses.ts';
import { readWithdrawal } from '#lib/withdrawals/index.ts';
import type { LinkedRecords } from '../schema/linked-records.ts';
import {
  findRecordsLinkedToDeposit,
  findRecordsLinkedToPayment,
  findRecordsLinkedToWithdrawal,
} from './linked-records.ts';

let tenant: Tenant;
let other: Tenant;
beforeEach(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
});

const evm = '0x00Ab00000000000000000000000000000000CdEf';
const sameAddress = '0x00aB00000000000000000000000000000000cDeF';
const ripple = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';

const at = (address: string, network: string, tag: string | null = null) => ({
  walletAddress: address,
  walletAddressKey: normalizeAddress(address),
  expectedNetwork: network,
  destinationTag: tag,
});
const from = (address: string, network: string, transactionId: string | null = null) => ({
  fromAddress: address,
  fromAddressKey: normalizeAddress(address),
  network,
  transactionId,
});
const listGroups = ({ groups }: LinkedRecords) =>
  groups.map(({ relation, kind, rows, more }) => [relation, kind, rows.map(({ id }) => id).sort(), more]);

async function readPaymentGroups(paymentId: string, by = tenant.as.viewer) {
  const { businessId } = tenant;
  const payment = await readPayment(by, businessId, paymentId);
  return findRecordsLinkedToPayment(
    by,
    businessId,
    payment,
    await listPaymentDeposits(by, businessId, paymentId),
  );
}

test('payments share a complete client payment ID, within one business', async () => {
  const insert = (clientPaymentId: string, of = tenant) => insertPayment(of.businessId, { clientPaymentId });
  const one = await insert('<b>Order 7%</b>');
  const two = await insert('<b>Order 7%</b>');
  await insert('<b>Order 7%</b>7');
  await insert('<b>order 7%</b>');
  await insert('<b>Order 7%</b>', other);
  const found = await readPaymentGroups(one);
  expect(listGroups(found)).toEqual([['reference', 'payment', [two], 0]]);
  const link = new URLSearchParams(found.groups[0]?.address);
  const { query, ignored } = parseListQuery(paymentList, (name) => link.get(name));
  expect(ignored).toEqual([]);
  const listed = await listPayments(tenant.as.viewer, tenant.businessId, query);
  expect(listed.rows.map(({ paymentId }) => paymentId).sort()).toEqual([one, two].sort());
});

test('EVM addresses match in any case, all others only exactly', async () => {
  const one = await insertPayment(tenant.businessId, at(evm, 'ETH'));
  const two = await insertPayment(tenant.businessId, at(sameAddress, 'ETH'));
  expect(listGroups(await readPaymentGroups(one))).toEqual([['address', 'payment', [two], 0]]);
  const bitcoin = await insertPayment(tenant.businessId, at('1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'BTC'));
  await insertPayment(tenant.businessId, at('1boatslrhtknngkdxeeobr76b53lettpyt', 'BTC'));
  expect(listGroups(await readPaymentGroups(bitcoin))).toEqual([]);
});

test.each(['XRP', 'XLM'])('on %s an address counts only with its tag', async (network) => {
  const one = await insertPayment(tenant.businessId, at(ripple, network, '77'));
  const two = await insertPayment(tenant.businessId, at(ripple, network, '77'));
  await insertPayment(tenant.businessId, at(ripple, network, '78'));
  const untold = await insertPayment(tenant.businessId, at(ripple, network));
  expect(listGroups(await readPaymentGroups(one))).toEqual([['address', 'payment', [two], 0]]);
  expect(await readPaymentGroups(untold)).toEqual({ groups: [], needsTag: true, compared: null });
  const depositId = await insertDeposit(tenant.businessId, one, {
    ...from(ripple, network),
    toAddress: ripple,
    toAddressKey: ripple,
  });
  const ofUntold = await insertDeposit(tenant.businessId, untold, {
    ...from(ripple, network),
    toAddress: ripple,
    toAddressKey: ripple,
  });
  const elsewhere = await insertDeposit(tenant.businessId, one, {
    ...from(ripple, network),
    toAddress: 'rAnother',
    toAddressKey: 'rAnother',
  });
  const { as, businessId } = tenant;
  const ofDeposit = async (id: string) =>
    findRecordsLinkedToDeposit(as.viewer, businessId, await readDeposit(as.viewer, businessId, id));
  // The tag of its payment belongs only to the address of its payment.
  const found = await ofDeposit(depositId);
  expect([listGroups(found), found.needsTag]).toEqual([[['address', 'payment', [two], 0]], false]);
  for (const id of [ofUntold, elsewhere])
    expect(await ofDeposit(id)).toEqual({ groups: [], needsTag: true, compared: null });
  expect(listGroups(await readPaymentGroups(one))).toEqual([['address', 'payment', [two], 0]]);
});

test('a payment finds other deposits of its senders and transactions, and withdrawals, without its own', async () => {
  const { businessId } = tenant;
  const [mine, theirs] = [await insertPayment(businessId), await insertPayment(businessId)];
  await insertDeposit(businessId, mine, from(evm, 'ETH', '0xaa'));
  await insertDeposit(businessId, mine, from(evm, 'ETH', '0xbb'));
  const sent = await insertDeposit(businessId, theirs, from(sameAddress, 'ETH', '0xcc'));
  const batched = await insertDeposit(businessId, theirs, from('0x11', 'ETH', '0xaa'));
  const out = await insertWithdrawal(businessId, { transactionId: '0xaa' });
  await insertDeposit(other.businessId, await insertPayment(other.businessId), from(evm, 'ETH', '0xaa'));
  const found = listGroups(await readPaymentGroups(mine));
  expect(found).toEqual([
    ['transaction', 'deposit', [batched], 0],
    ['transaction', 'withdrawal', [out], 0],
    ['sender', 'deposit', [sent], 0],
  ]);
});

test('compares the newest of many deposits and reports their number', async () => {
  const { businessId } = tenant;
  const mine = await insertPayment(businessId);
  const theirs = await insertPayment(businessId);
  const sortAt = (day: number) => ({ sortAt: new Date(Date.UTC(2026, 0, day)) });
  for (const day of [1, 2, 3])
    await insertDeposit(businessId, mine, { transactionId: `T${day}`, ...sortAt(day) });
  const old = await insertDeposit(businessId, theirs, { transactionId: 'T1' });
  const all = await readPaymentGroups(mine);
  expect([listGroups(all), all.compared]).toEqual([[['transaction', 'deposit', [old], 0]], null]);
  await insertDeposit(businessId, mine, { transactionId: 'T4', ...sortAt(4) });
  expect(await readPaymentGroups(mine)).toEqual({ groups: [], needsTag: false, compared: 3 });
  const latest = await insertDeposit(businessId, theirs, { transactionId: 'T4' });
  const some = await readPaymentGroups(mine);
  expect([listGroups(some), some.compared]).toEqual([[['transaction', 'deposit', [latest], 0]], 3]);
});

test('leaves out groups that would contain own deposits which were not read', async () => {
  const { businessId, as } = tenant;
  const mine = await insertPayment(businessId, at(evm, 'ETH'));
  const to = { toAddress: evm, toAddressKey: normalizeAddress(evm) };
  for (const day of [1, 2])
    await insertDeposit(businessId, mine, {
      ...from('0x11', 'ETH', `0x${day}`),
      ...to,
      sortAt: new Date(Date.UTC(2026, 0, day)),
    });
  const theirs = await insertPayment(businessId);
  const batched = await insertDeposit(businessId, theirs, { ...from('0x11', 'ETH', '0x2'), ...to });
  const payment = await readPayment(as.viewer, businessId, mine);
  const deposits = await listPaymentDeposits(as.viewer, businessId, mine);
  const found = async (depositCount: number, read: typeof deposits) =>
    listGroups(await findRecordsLinkedToPayment(as.viewer, businessId, { ...payment, depositCount }, read));
  expect(await found(2, deposits)).toEqual([
    ['transaction', 'deposit', [batched], 0],
    ['address', 'deposit', [batched], 0],
    ['sender', 'deposit', [batched], 0],
  ]);
  expect(await found(2, deposits.slice(-1))).toEqual([['transaction', 'deposit', [batched], 0]]);
});

test('a deposit shows the five newest of many and the number of others', async () => {
  const { businessId, as } = tenant;
  const payment = await insertPayment(businessId);
  const made: string[] = [];
  for (let n = 0; n < 9; n += 1)
    made.push(
      await insertDeposit(businessId, payment, {
        ...from(evm, 'ETH'),
        sortAt: new Date(Date.UTC(2026, 0, 1 + n)),
        depositAmount: '0.000000000000000001',
        depositCurrency: 'ETH',
      }),
    );
  const [first = ''] = made;
  const found = await findRecordsLinkedToDeposit(
    as.viewer,
    businessId,
    await readDeposit(as.viewer, businessId, first),
  );
  const [group] = found.groups;
  expect(group).toMatchObject({ relation: 'sender', kind: 'deposit', more: 3, atLeast: false });
  expect(group?.rows.map(({ id }) => id)).toEqual(made.slice(4).toReversed());
  expect(group?.rows[0]).toMatchObject({ amount: '0.000000000000000001', currency: 'ETH' });
  const link = new URLSearchParams(group?.address);
  const { query } = parseListQuery(depositList, (name) => link.get(name));
  expect((await listDeposits(as.viewer, businessId, query)).rows).toHaveLength(9);
  expect(group?.listed).toEqual({ count: 9, more: false });
});

test('reports only a minimum beyond a thousand', async () => {
  const { businessId, as } = await createTenant();
  const payment = await insertPayment(businessId);
  const first = await insertDeposit(businessId, payment, from(evm, 'ETH'));
  await databasePool().query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, network, deposit_currency, from_address, from_address_key,
       sort_at, first_observed_at, changed_at)
     SELECT business_id, gen_random_uuid(), payment_id, network, deposit_currency, from_address, from_address_key,
            sort_at, first_observed_at, changed_at FROM deposit, generate_series(1, 1100) WHERE business_id = $1`,
    [businessId],
  );
  const found = await findRecordsLinkedToDeposit(
    as.viewer,
    businessId,
    await readDeposit(as.viewer, businessId, first),
  );
  const sender = found.groups.find(({ relation }) => relation === 'sender');
  expect(sender).toMatchObject({ more: 994, atLeast: true, listed: { count: 1_000, more: true } });
});

test('a withdrawal matches by destination with tag, reference and transaction', async () => {
  const { businessId, as } = tenant;
  const to = (tag: string | null, more: Record<string, string> = {}) =>
    insertWithdrawal(businessId, {
      toAddress: ripple,
      toAddressKey: ripple,
      toTag: tag,
      withdrawCurrency: 'XRP',
      ...more,
    });
  const one = await to('5', { clientWithdrawalId: 'payout', transactionId: 'T1' });
  const two = await to('5');
  await to('6');
  const untold = await to(null);
  const again = await insertWithdrawal(businessId, { clientWithdrawalId: 'payout' });
  const same = await insertDeposit(businessId, await insertPayment(businessId), { transactionId: 'T1' });
  const of = async (id: string) =>
    findRecordsLinkedToWithdrawal(as.viewer, businessId, await readWithdrawal(as.viewer, businessId, id));
  expect(listGroups(await of(one))).toEqual([
    ['reference', 'withdrawal', [again], 0],
    ['transaction', 'deposit', [same], 0],
    ['destination', 'withdrawal', [two], 0],
  ]);
  expect(await of(untold)).toEqual({ groups: [], needsTag: true, compared: null });
});

test('marks amounts from callbacks and estimates, but not amounts from records', async () => {
  const { businessId, as } = tenant;
  const transactionId = 'T2';
  const payment = await insertPayment(businessId);
  const day = (day: number) => new Date(Date.UTC(2026, 0, day));
  const callback = { transactionId, callbackDepositAmount: '0.3', sortAt: day(1) };
  await insertDeposit(businessId, payment, callback);
  await insertDeposit(businessId, payment, { ...callback, depositAmount: '0.1', sortAt: day(2) });
  const estimate = { transactionId, estimatedWithdrawAmount: '9', firstReceivedAt: day(1) };
  const one = await insertWithdrawal(businessId, estimate);
  await insertWithdrawal(businessId, estimate);
  await insertWithdrawal(businessId, { ...estimate, actualWithdrawAmount: '8.9', firstReceivedAt: day(2) });
  const { groups } = await findRecordsLinkedToWithdrawal(
    as.viewer,
    businessId,
    await readWithdrawal(as.viewer, businessId, one),
  );
  expect(
    groups.map(({ kind, rows }) => [kind, rows.map(({ amount, provisional }) => [amount, provisional])]),
  ).toEqual([
    [
      'withdrawal',
      [
        ['8.9', null],
        ['9', 'estimate'],
      ],
    ],
    [
      'deposit',
      [
        ['0.1', null],
        ['0.3', 'callback'],
      ],
    ],
  ]);
});

test("skips values that a URL can't hold", async () => {
  const one = await insertPayment(tenant.businessId, { clientPaymentId: 'x'.repeat(300) });
  await insertPayment(tenant.businessId, { clientPaymentId: 'x'.repeat(300) });
  expect((await readPaymentGroups(one)).groups).toEqual([]);
});
