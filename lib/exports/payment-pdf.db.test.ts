import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { Problem } from '#lib/values/errors.ts';
import { createPdfResponse, exportPaymentPdf } from './payment-pdf.ts';
import { readPdf } from './testing/read-pdf.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
  await database().business.update({
    where: { id: tenant.businessId },
    data: { timeZone: 'Asia/Kolkata', name: 'Søn & Æble Łódź' },
  });
});

const readDocument = async (paymentId: string, by = tenant.as.finance) =>
  readPdf((await exportPaymentPdf(by, tenant.businessId, paymentId)).bytes);
const readRefusal = async (doing: Promise<unknown>): Promise<string> => {
  const thrown = await doing.catch((error: unknown) => error);
  if (!(thrown instanceof Problem)) throw new Error('the export was not refused');
  return thrown.code;
};

const at = new Date('2026-11-02T20:00:00Z');
const provenance = [
  {
    source: 'read',
    at: at.getTime(),
    observation: '00000000-0000-4000-8000-000000000001',
    fields: ['status', 'expectedDisplayAmount', 'depositAmount'],
  },
];

const importedReference = { ...provenance[0], source: 'import', fields: ['clientPaymentId'] };

test('shows every digit and local time in terms for a customer, and is audited as an export', async () => {
  const digits = '12345678901234567890123456789012345.123456789012345678901234567891';
  const paymentId = await insertPayment(tenant.businessId, {
    clientPaymentId: 'Order 7',
    status: 'DEPOSITED',
    type: 'ONE_TIME',
    displayCurrency: 'EUR',
    expectedDisplayAmount: '1234567.89',
    paymentInitiatedAt: at,
    expectedUniformAmount: '77777777',
    sortAt: at,
    recordSeen: true,
    depositCount: 1,
    redirectUrl: 'https://shop.example/secret-redirect',
    url: 'https://pay.example/secret-link',
    initiatedBy: 'secret-person',
    provenance: [...provenance, importedReference],
  });
  const depositId = await insertDeposit(tenant.businessId, paymentId, {
    status: 'CONFIRMED',
    depositCurrency: 'ETH',
    depositAmount: digits,
    displayServiceFee: '77777777',
    settlementCurrency: 'EUR',
    settlementPayableAmount: '77777777',
    onChainFee: '0.000000000000000001',
    transactionId: `0x${'ab'.repeat(32)}`,
    refundFirstSeenAt: at,
    refundStatus: 'PENDING',
    refundAmount: '0.1',
    refundDepositCurrency: 'ETH',
    provenance,
  });
  await database().depositRisk.create({
    data: { businessId: tenant.businessId, depositId, riskScore: 'secret-score' },
  });
  const file = await exportPaymentPdf(tenant.as.finance, tenant.businessId, paymentId);
  expect(file.fileName).toMatch(new RegExp(`^s-n-ble-o-dz-payment-${paymentId}-\\d{4}-\\d\\d-\\d\\d\\.pdf$`));
  const { text, pages, raw } = readPdf(file.bytes);
  const flat = text.replaceAll('\n', '');
  expect(pages).toBeGreaterThan(0);
  for (const text of [
    'Payment Order 7',
    'Søn & Æble Łódź',
    'Times in Asia/Kolkata',
    paymentId,
    depositId,
    'Paid',
    'Received',
    'In progress',
    'imported by a person',
    '1234567.89 EUR',
    `${digits} ETH`,
    '0.000000000000000001 ETH',
    '0.1 ETH',
    `0x${'ab'.repeat(32)}`,
    '3 November 2026, 01:30:00 (+05:30)',
    'Refund of deposit',
    '— not reported',
  ])
    expect(flat).toContain(text);
  expect(flat).not.toMatch(/DEPOSITED|CONFIRMED|PENDING|read from|callback|settlement/i);
  expect(flat).not.toContain('secret');
  // Fields for the merchant only.
  expect(flat).not.toContain('77777777');
  expect(raw).not.toContain('secret');
  expect(raw).toContain('/FontFile2');
  const response = createPdfResponse(file);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(
    await database().auditEntry.findMany({ where: { chainId: tenant.businessId, action: 'export.pdf' } }),
  ).toMatchObject([
    { objectType: 'payment', objectId: paymentId, actorId: tenant.as.finance.actor.personId },
  ]);
});

test('reports no expiry if the minutes lead beyond any date', async () => {
  const paymentId = await insertPayment(tenant.businessId, {
    type: 'ONE_TIME',
    paymentInitiatedAt: at,
    expirationMinutes: 9_999_999_999n,
    provenance,
  });
  expect((await readDocument(paymentId)).text).toMatch(/Payable until\s+— not reported/);
});

test('names no review, block or suspicion', async () => {
  const paymentId = await insertPayment(tenant.businessId, {
    status: 'BLOCKED',
    depositCount: 2,
    sortAt: at,
    recordSeen: true,
  });
  const refund = { refundFirstSeenAt: at, refundStatus: 'CONFIRMED', refundType: 'FULL' };
  await insertDeposit(tenant.businessId, paymentId, { status: 'COMPLIANCE_REVIEW', sortAt: at });
  await insertDeposit(tenant.businessId, paymentId, {
    ...refund,
    status: 'FROZEN_BY_AUTHORITY',
    refundReason: 'ILLICIT_DEPOSIT',
  });
  const { text, raw } = await readDocument(paymentId);
  const flat = text.replaceAll('\n', ' ');
  for (const text of ['Not completed', 'In progress', 'Refunded', 'The deposit was not accepted'])
    expect(flat).toContain(text);
  expect(flat).not.toMatch(/review|compliance|blocked|illicit|frozen|risk/i);
  expect(raw).not.toMatch(/compliance|illicit|frozen/i);
});

test('marks a deposit amount that no record reports, because it may cover the whole payment', async () => {
  const mayBeMore = 'may be for the whole payment';
  const paymentId = await insertPayment(tenant.businessId, { depositCount: 1, displayCurrency: 'EUR' });
  const depositId = await insertDeposit(tenant.businessId, paymentId, {
    depositCurrency: 'ETH',
    displayCurrency: 'EUR',
    callbackDepositAmount: '0.3',
    callbackDisplayAmount: '900',
  });
  const readText = async () => (await readDocument(paymentId)).text.replaceAll('\n', ' ');
  const before = await readText();
  expect(before).toContain('0.3 ETH');
  expect(before.split(mayBeMore)).toHaveLength(3);
  // Payers don't know callbacks.
  expect(before).not.toMatch(/callback/i);
  await database().deposit.updateMany({
    where: { businessId: tenant.businessId, depositId },
    data: { depositAmount: '0.1', displayAmount: '300' },
  });
  expect(await readText()).not.toContain(mayBeMore);
});

test('shows a payment confirmed only by a callback as paid, despite its old status', async () => {
  const paymentId = await insertPayment(tenant.businessId, {
    status: 'NEW',
    type: 'ONE_TIME',
    coverage: 'exact',
    depositCount: 1,
    confirmedDepositCount: 1,
    sortAt: at,
  });
  const { text } = await readDocument(paymentId);
  expect(text.replaceAll('\n', ' ')).toContain('Paid in full');
});

test.each([
  [
    'markup and formulas',
    '<img src=x onerror=alert(1)> =1+1 (\\) %PDF',
    '<img src=x onerror=alert(1)> =1+1 (\\) %PDF',
  ],
  ['Cyrillic and Greek', 'Заказ №5 Ω', 'Заказ №5 Ω'],
  ['characters that the font lacks', '注文 7', '[U+6CE8][U+6587] 7'],
  ['marks of direction', 'a\u202eb\u200bc', 'a[U+202E]b[U+200B]c'],
  ['line ends and controls', 'a\nb\tc', 'a[U+000A]b[U+0009]c'],
  ['a picture of two halves', '🦄 x', '[U+1F984] x'],
])('writes %s as text, never as a box', async (_name, clientPaymentId, drawn) => {
  const paymentId = await insertPayment(tenant.businessId, { clientPaymentId });
  const { text } = await readDocument(paymentId);
  expect(text.replaceAll('\n', ' ').replaceAll('  ', ' ')).toContain(drawn.slice(0, 30));
  expect(text.includes('invisible or missing')).toBe(drawn !== clientPaymentId);
});

test('joins Arabic and places it from right to left, with numbers from left to right', async () => {
  const paymentId = await insertPayment(tenant.businessId, { clientPaymentId: 'طلب 123 (جديد)' });
  const { text } = await readDocument(paymentId);
  const drawn = text.split('\n').filter((line) => /\p{Script=Arabic}/u.test(line));
  expect(drawn.length).toBeGreaterThan(1);
  // In page order: the last word first, each word from its last letter.
  const line = text.replaceAll('\n', '');
  expect(line).toContain('123');
  expect(line.indexOf('123')).toBeGreaterThan(line.search(/\p{Script=Arabic}/u));
  expect(text).not.toContain('?');
});

test('continues on as many pages as needed, with page numbers at the foot', async () => {
  const paymentId = await insertPayment(tenant.businessId, {
    clientPaymentId: 'x'.repeat(10_000),
    depositCount: 104,
  });
  for (let n = 0; n < 8; n += 1) await insertDeposit(tenant.businessId, paymentId);
  const { pages, text } = await readDocument(paymentId);
  expect(pages).toBeGreaterThan(4);
  expect(text).toContain(`1 / ${pages}`);
  expect(text).toContain(`${pages} / ${pages}`);
  expect(text).toContain('96 earlier deposits are not in this document.');
  expect(text).toContain('Deposit 97 of 104');
  expect(text).toContain('Deposit 104 of 104');
});

test('refuses roles without export, other businesses and unknown payments', async () => {
  const paymentId = await insertPayment(tenant.businessId);
  const other = await createTenant();
  for (const role of ['viewer', 'compliance'] as const)
    expect(await readRefusal(readDocument(paymentId, tenant.as[role]))).toBe('forbidden');
  expect(await readRefusal(readDocument(paymentId, other.as.owner))).toBe('not-found');
  expect(await readRefusal(readDocument(await insertPayment(other.businessId)))).toBe('not-found');
  expect(await readRefusal(readDocument('no id'))).toBe('not-found');
});
