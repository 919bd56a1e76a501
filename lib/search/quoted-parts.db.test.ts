import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listDeposits } from '#lib/deposits/index.ts';
import { listExceptions } from '#lib/exceptions/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { listPayments } from '#lib/payments/index.ts';
import { listRefunds } from '#lib/refunds/index.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { searchRecords } from './queries.ts';

const hash = `0x${'ab12'.repeat(16)}`;
const link = 'https://pay.example/c/8sJ2kQ';
let tenant: Tenant;
let [quoted, deposit, withdrawal] = ['', '', ''];

beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  quoted = await insertPayment(businessId, {
    clientPaymentId: 'order-2026-10254',
    displayCurrency: 'EUR',
    expectedDisplayAmount: '49.90',
    depositCurrency: 'ETH',
    expectedDepositAmount: '0.0208',
    actualDisplayAmount: '51.20',
    url: link,
    coverage: 'under',
    recordSeen: true,
  });
  await insertPayment(businessId, {
    clientPaymentId: 'order-2026-10255',
    displayCurrency: 'USD',
    expectedDisplayAmount: '49.90',
  });
  deposit = await insertDeposit(businessId, quoted, {
    depositId: randomUUID(),
    transactionId: hash,
    depositCurrency: 'ETH',
    depositAmount: '0.0215',
    settlementCurrency: 'USDC',
    settlementPayableAmount: '53.17',
    uniformPayableAmount: '48.71',
    refundFirstSeenAt: new Date(),
    refundDepositCurrency: 'ETH',
    refundAmount: '0.0101',
    refundDisplayCurrency: 'EUR',
    refundDisplayAmount: '23.45',
  });
  withdrawal = await insertWithdrawal(businessId, {
    clientWithdrawalId: 'out/2026/777001',
    displayCurrency: 'EUR',
    actualDisplayAmount: '120.50',
    settlementCurrency: 'USDC',
    deductedSettlementAmount: '131.09',
  });
});

const lists = async (q: string) => {
  const query = { ...wholeList, q };
  const { as, businessId } = tenant;
  return {
    payments: (await listPayments(as.viewer, businessId, query)).rows.map(({ paymentId }) => paymentId),
    deposits: (await listDeposits(as.viewer, businessId, query)).rows.map(({ depositId }) => depositId),
    refunds: (await listRefunds(as.viewer, businessId, query)).rows.map(({ depositId }) => depositId),
    exceptions: (await listExceptions(as.viewer, businessId, query)).rows.map(({ subjectId }) => subjectId),
    withdrawals: (await listWithdrawals(as.viewer, businessId, query)).rows.map((row) => row.withdrawalId),
  };
};
const anywhere = async (q: string) =>
  (await searchRecords(tenant.as.viewer, tenant.businessId, q)).hits.map(({ id }) => id);

describe('searching by quoted parts', () => {
  test.each(['10254', '0254', '2026-10254', '2026-102', 'ORDER-2026-10254', '026-1025'])(
    'part of a reference: %s',
    async (q) => {
      const found = await lists(q);
      expect(found.payments).toContain(quoted);
      expect(found.deposits).toContain(deposit);
      expect(found.exceptions).toContain(quoted);
      expect(await anywhere(q)).toContain(quoted);
    },
  );

  test('a part of a reference finds no other payment', async () => {
    expect((await lists('10254')).payments).toEqual([quoted]);
    expect((await lists('10256')).payments).toEqual([]);
    // `%` and `_` are themselves.
    expect((await lists('2026%10254')).payments).toEqual([]);
    expect((await lists('2026_10254')).payments).toEqual([]);
  });

  test('part of the reference of a withdrawal', async () => {
    expect((await lists('777001')).withdrawals).toEqual([withdrawal]);
    expect(await anywhere('777001')).toEqual([withdrawal]);
  });

  test.each([`${hash.slice(0, 8)}…${hash.slice(-4)}`, `${hash.slice(0, 8)}...${hash.slice(-4)}`])(
    'a shortened hash: %s',
    async (q) => {
      expect((await lists(q)).deposits).toEqual([deposit]);
      expect(await anywhere(q)).toEqual([deposit]);
      expect((await lists(q.replace(/....$/, 'ffff'))).deposits).toEqual([]);
    },
  );

  test('a shortened payment ID', async () => {
    expect((await lists(`${quoted.slice(0, 8)}…${quoted.slice(-4)}`)).payments).toEqual([quoted]);
  });

  test('a checkout link, and a link with the payment ID', async () => {
    for (const q of [link, `https://pay.example/checkout/${quoted}`]) {
      expect((await lists(q)).payments).toEqual([quoted]);
      expect(await anywhere(q)).toContain(quoted);
    }
  });

  test.each(['49.90 EUR', '49,90 eur', '€49.90'])('an amount with its currency: %s', async (q) => {
    expect((await lists(q)).payments).toEqual([quoted]);
    expect(await anywhere(q)).toEqual([quoted]);
  });

  test('an amount of a deposit and of a withdrawal', async () => {
    expect((await lists('0.0215 ETH')).deposits).toEqual([deposit]);
    expect(await anywhere('0.0215')).toEqual([deposit]);
    expect((await lists('120,50')).withdrawals).toEqual([withdrawal]);
    expect(await anywhere('EUR 120.5')).toEqual([withdrawal]);
    expect((await lists('49.90 EUR')).exceptions).toEqual([quoted]);
  });

  test.each(['53.17 USDC', '53,17', '48.71 EUR', '48.71'])('a net credited amount: %s', async (q) => {
    expect((await lists(q)).deposits).toEqual([deposit]);
    expect(await anywhere(q)).toEqual([deposit]);
    expect((await lists(q.replace(/\d(?!\d)/, '0'))).deposits).toEqual([]);
  });

  test('an EUR value only in EUR', async () => {
    expect((await lists('48.71 USD')).deposits).toEqual([]);
    expect(await anywhere('48.71 USD')).toEqual([]);
  });

  test.each(['0.0101 ETH', '23,45 EUR'])('an amount of a refund: %s', async (q) => {
    const found = await lists(q);
    expect(found.refunds).toEqual([deposit]);
    expect(found.deposits).toEqual([deposit]);
    expect(await anywhere(q)).toEqual([deposit]);
    expect((await lists('53.17 USDC')).refunds).toEqual([]);
  });

  test('the deducted amount of a withdrawal', async () => {
    expect((await lists('131.09 USDC')).withdrawals).toEqual([withdrawal]);
    expect(await anywhere('131,09')).toEqual([withdrawal]);
  });

  test.each(['0.0208 ETH', '51.20', link, hash, hash.slice(2, 14)])(
    'an exception by the amounts, the link and the deposits of its payment: %s',
    async (q) => {
      expect((await lists(q)).exceptions).toEqual([quoted]);
    },
  );

  test.each(['…', '...'])('the beginning of an ID before %s', async (ellipsis) => {
    const q = `${quoted.slice(0, 8)}${ellipsis}`;
    expect((await lists(q)).payments).toEqual([quoted]);
    expect((await lists(q)).deposits).toEqual([deposit]);
    expect(await anywhere(q)).toContain(quoted);
  });

  test('an amount without its currency finds it in each', async () => {
    expect((await lists('49.90')).payments).toHaveLength(2);
    expect(await anywhere('49,9')).toHaveLength(2);
  });
});
