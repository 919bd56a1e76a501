import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { paymentList } from '../schema/list.ts';
import { readPayment } from './detail.ts';
import { countPayments, listPayments } from './list.ts';

let tenant: Tenant;
let other: Tenant;
const ids: string[] = [];

const minute = (n: number) => new Date(Date.parse('2026-11-10T10:00:00Z') + n * 60_000);
const query = (text = ''): ListQuery => {
  const parameters = new URLSearchParams(text);
  return parseListQuery(paymentList, (name) => parameters.get(name)).query;
};
const list = (text = '', size?: number) =>
  listPayments(tenant.as.viewer, tenant.businessId, query(text), size);
const references = async (text: string) => (await list(text)).rows.map((row) => row.clientPaymentId);

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  for (let n = 0; n < 23; n += 1) {
    ids.push(
      await insertPayment(tenant.businessId, {
        clientPaymentId: `ORDER-${n}`,
        status: n % 2 === 0 ? 'NEW' : 'EXPIRED',
        displayCurrency: 'EUR',
        expectedDisplayAmount: '49.90',
        depositCurrency: n % 3 === 0 ? 'BTC' : 'USDT',
        // Three rows of each have the same time, so that only the id orders them.
        sortAt: minute(Math.floor(n / 3)),
        paymentInitiatedAt: minute(Math.floor(n / 3)),
        coverage: n === 4 ? 'under' : n === 5 ? 'over' : null,
        late: n === 6,
        currencyMismatch: n === 7,
        depositCount: n === 8 ? 2 : 0,
        recordSeen: n !== 9,
        refundStatuses: n === 10 ? ['PENDING'] : [],
      }),
    );
  }
  await insertPayment(other.businessId, { clientPaymentId: 'ORDER-1', sortAt: minute(99) });
});

test('pages without gaps or repeats, forwards and backwards', async () => {
  const all = (await list()).rows.map((row) => row.paymentId);
  expect([...all].sort()).toEqual([...ids].sort());
  const pages: string[][] = [];
  let page = await list('', 5);
  expect(page.before).toBeNull();
  pages.push(page.rows.map((row) => row.paymentId));
  while (page.after) {
    page = await list(`after=${page.after}`, 5);
    pages.push(page.rows.map((row) => row.paymentId));
  }
  expect(pages.map((rows) => rows.length)).toEqual([5, 5, 5, 5, 3]);
  expect(pages.flat()).toEqual(all);
  const back: string[][] = [pages.at(-1) ?? []];
  while (page.before) {
    page = await list(`before=${page.before}`, 5);
    back.unshift(page.rows.map((row) => row.paymentId));
  }
  expect(back).toEqual(pages);
});

test.each([
  ['not a cursor', 'after=AAAA'],
  ['one with odd characters', 'after=%00%22%3Cscript%3E'],
  ['one of another filter', 'OF-FILTER'],
  ['one of another business', 'OF-BUSINESS'],
])('shows the first page for %s and says so', async (_what, given) => {
  let text = given;
  if (given === 'OF-FILTER') text = `after=${(await list('status=NEW', 2)).after}`;
  if (given === 'OF-BUSINESS') {
    for (let n = 0; n < 3; n += 1) await insertPayment(other.businessId, { sortAt: minute(n) });
    const foreign = await listPayments(other.as.owner, other.businessId, query(), 2);
    text = `after=${foreign.after}`;
  }
  const page = await list(text, 5);
  expect(page.rows[0]?.paymentId).toBe((await list('', 1)).rows[0]?.paymentId);
  if (!text.includes('%00')) expect(page.isCursorInvalid).toBe(true);
});

test('filters days in the time zone of the business', async () => {
  const far = await createTenant();
  await database().business.update({ where: { id: far.businessId }, data: { timeZone: 'Pacific/Auckland' } });
  // 11:30 UTC is half past midnight of the next day there.
  const at = new Date('2026-11-10T11:30:00Z');
  await insertPayment(far.businessId, { sortAt: at, paymentInitiatedAt: at });
  const on = async (day: string) =>
    (await listPayments(far.as.viewer, far.businessId, query(`paymentInitiatedAt=${day}`))).rows.length;
  expect([await on('2026-11-10'), await on('2026-11-11')]).toEqual([0, 1]);
});

test('finds every identifier from one search box, whole or by its beginning', async () => {
  const address = '0xAbCdEf0123456789aBcDeF0123456789abcdef01';
  const base58 = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
  const paymentId = await insertPayment(tenant.businessId, {
    clientPaymentId: '100%_off\\',
    walletAddress: address,
    walletAddressKey: address.toLowerCase(),
    destinationTag: '774411',
    sortAt: minute(50),
  });
  const depositId = await insertDeposit(tenant.businessId, paymentId, {
    transactionId: '0xfeed00aa',
    fromAddress: base58,
    fromAddressKey: base58,
    sortAt: minute(50),
  });
  const finds = async (q: string) =>
    (await list(`q=${encodeURIComponent(q)}`)).rows.map((row) => row.paymentId);
  for (const q of [
    paymentId,
    paymentId.slice(0, 11).toUpperCase(),
    depositId,
    '100%_off\\',
    '100%',
    address,
    address.toUpperCase().replace('0X', '0x'),
    address.slice(0, 12),
    '774411',
    '0xfeed00aa',
    '0xFEED',
    base58,
    base58.slice(0, 9),
    ` ${base58} `,
  ])
    expect(await finds(q), q).toContain(paymentId);
  for (const q of [base58.toLowerCase(), '%', '_', address.slice(4, 12), '74411'])
    expect(await finds(q), q).not.toContain(paymentId);
});

test.each([
  'q=%27%3B%20DROP%20TABLE%20payment%3B--',
  `q=${'x'.repeat(10_000)}`,
  'q=%00%01%02',
  'q=%F0%9F%92%B8',
  'q=%E2%80%AEabc',
  'q=%ED%A0%80',
  'status=%27OR%201%3D1',
  `status=${'A,'.repeat(500)}B`,
  'status=,,,,',
  'paymentInitiatedAt=yesterday..tomorrow',
  'paymentInitiatedAt=9999-12-31..0001-01-01',
  'sort=random&before=x&after=y',
  `after=${Buffer.from(`99999999999999999999.${randomUUID()}.x`).toString('base64url')}`,
])('shows a valid page for a hostile address: %s', async (text) => {
  const page = await list(text.slice(0, 12_000));
  expect(Array.isArray(page.rows)).toBe(true);
});

test('hides other businesses', async () => {
  await expect(listPayments(tenant.as.owner, other.businessId, query())).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(countPayments(tenant.as.owner, other.businessId, query())).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(listPayments(tenant.as.owner, 'not-a-business', query())).rejects.toMatchObject({
    code: 'not-found',
  });
  const own = ids[0] ?? '';
  await expect(readPayment(other.as.owner, other.businessId, own)).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(readPayment(tenant.as.owner, tenant.businessId, '../x')).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await references('q=ORDER-1')).not.toHaveLength(0);
});

test('reads a whole payment with amounts to the last digit', async () => {
  const exact = '12345678901234567890123456789012345.000000000000000000000000000001';
  const paymentId = await insertPayment(tenant.businessId, {
    actualDepositAmount: exact,
    expectedUniformAmount: '0',
    expirationMinutes: 0n,
    provenance: [
      { source: 'read', at: 1_795_000_000_000, observation: 'x', fields: ['actualDepositAmount'] },
    ],
  });
  expect(await readPayment(tenant.as.viewer, tenant.businessId, paymentId)).toMatchObject({
    paymentId,
    actualDepositAmount: exact,
    expectedUniformAmount: '0',
    expirationMinutes: 0,
    expectedDisplayAmount: null,
    provenance: [{ source: 'read', fields: ['actualDepositAmount'] }],
    conflicts: [],
  });
});

test('finds only the selected rows, or excludes them', async () => {
  const [first, second] = ids;
  expect((await list(`only=${first},${second}`)).rows).toHaveLength(2);
  const rest = (await list(`except=${first}`)).rows.map((row) => row.paymentId);
  expect(rest).toContain(second);
  expect(rest).not.toContain(first);
  const foreign = await insertPayment(other.businessId);
  expect((await list(`only=${foreign}`)).rows).toHaveLength(0);
});

test('sums the service fees and net amounts of confirmed deposits per settlement currency', async () => {
  const merchant = await createTenant();
  const paymentId = await insertPayment(merchant.businessId, { depositCount: 4, confirmedDepositCount: 3 });
  const reported = (settlementCurrency: string, settlementServiceFee: string, net: string | null) => ({
    status: 'CONFIRMED',
    settlementCurrency,
    settlementServiceFee,
    settlementPayableAmount: net,
  });
  await insertDeposit(merchant.businessId, paymentId, reported('EUR', '0.50', '49.400'));
  await insertDeposit(merchant.businessId, paymentId, reported('EUR', '0.25', null));
  await insertDeposit(merchant.businessId, paymentId, { status: 'CONFIRMED' });
  await insertDeposit(merchant.businessId, paymentId, { ...reported('USDT', '9', '9'), status: 'BLOCKED' });
  const many = await insertPayment(merchant.businessId, { depositCount: 101, confirmedDepositCount: 101 });
  await insertDeposit(merchant.businessId, many, reported('EUR', '1', '1'));
  const { rows } = await listPayments(merchant.as.viewer, merchant.businessId, query());
  const sums = new Map(rows.map((row) => [row.paymentId, row.settledSums]));
  expect(sums.get(paymentId)).toEqual([
    { currency: 'EUR', serviceFee: '0.75', serviceFeeCount: 2, netCredited: '49.4', netCreditedCount: 1 },
  ]);
  expect(sums.get(many)).toEqual([]);
});

test('counts no further than a search has found, unless a filter narrows it', async () => {
  const { as, businessId } = await createTenant();
  await database().$executeRaw`
    INSERT INTO payment (business_id, payment_id, client_payment_id, status, sort_at, first_observed_at, changed_at)
    SELECT ${businessId}::uuid, gen_random_uuid(), 'Many-' || n, CASE WHEN n = 1 THEN 'NEW' ELSE 'PAID' END, now(), now(), now()
      FROM generate_series(1, 2005) n`;
  const count = (text: string) => countPayments(as.viewer, businessId, query(text));
  expect(await count('q=Many-')).toEqual({ count: 2_000, more: true });
  expect(await count('q=any-')).toEqual({ count: 2_000, more: true });
  expect(await count('q=Many-&status=PAID')).toEqual({ count: 2_004, more: false });
  expect(await count('q=Many-200')).toEqual({ count: 7, more: false });
  expect((await listPayments(as.viewer, businessId, query('q=many-&status=NEW'))).rows).toMatchObject([
    { clientPaymentId: 'Many-1' },
  ]);
});
