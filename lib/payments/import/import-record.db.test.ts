import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer, observeCallback, verifyReadModel } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { Problem } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import { checkImport, importRecord } from './import-record.ts';
import { importForm } from './schema.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const form = (record: unknown, fileName: string | null = null, businessId: string = tenant.businessId) => ({
  businessId,
  text: typeof record === 'string' ? record : JSON.stringify(record),
  fileName,
});
const bring = (record: unknown, fileName: string | null = null) =>
  importRecord(tenant.as.finance, form(record, fileName));
const readRow = async (paymentId: string) => {
  const where = { businessId: tenant.businessId, paymentId };
  const deposits = await database().deposit.findMany({ where });
  return { ...(await database().payment.findFirstOrThrow({ where })), deposits };
};
const record = (fields: Record<string, unknown> = {}) => paymentRecordSample(tenant.businessId, fields);
const readAudit = (paymentId: string) =>
  database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: paymentId, action: 'payment.import' },
  });
const refusal = async (doing: Promise<unknown>): Promise<Problem> => {
  const thrown = await doing.catch((error: unknown) => error);
  if (!(thrown instanceof Problem)) throw new Error('it was not refused');
  return thrown;
};

describe('importing a record', () => {
  test('adds an unreported payment with person, file and bytes, and audits it', async () => {
    const imported = record({ status: 'EXPIRED', expectedDisplayAmount: '0.123456789012345678901' });
    const { paymentId, changed } = await bring(imported, 'from mail.json');
    expect(changed).toBe(true);
    const row = await readRow(paymentId);
    expect(row.status).toBe('EXPIRED');
    expect(row.expectedDisplayAmount?.toFixed()).toBe('0.123456789012345678901');
    const stored = await database().serviceAnswer.findFirstOrThrow({ where: { paymentId } });
    expect(stored).toMatchObject({
      source: 'import',
      personId: tenant.as.finance.actor.personId,
      fileName: 'from mail.json',
    });
    const sha256 = createHash('sha256').update(form(imported).text).digest('hex');
    expect(Buffer.from(stored.body).toString()).toBe(form(imported).text);
    expect(await readAudit(paymentId)).toMatchObject([
      { after: { sha256, fileName: 'from mail.json', changed } },
    ]);
  });

  test('accepts the answer to a create call', async () => {
    const paymentInfo = record();
    const { paymentId } = await bring({ paymentInfo, paymentUrl: 'https://pay.example.test/1' });
    expect(paymentId).toBe(paymentInfo['paymentId']);
    expect((await readRow(paymentId)).paymentUrl).toBe('https://pay.example.test/1');
  });

  test('marks neither payment nor deposit nor refund as paid', async () => {
    const deposit = depositRecordSample({
      refund: { type: 'FULL', status: 'CONFIRMED', reason: 'OVERPAYMENT' },
    });
    const input = record({ status: 'DEPOSITED', actualDisplayAmount: '49.90', deposits: [deposit] });
    const preview = await checkImport(tenant.as.finance, form(input));
    expect(preview.withheld.map(({ field, offered }) => [field, offered])).toEqual([
      ['status', 'DEPOSITED'],
      ['actualDisplayAmount', '49.9'],
      ['status', 'CONFIRMED'],
      ['depositAmount', '53.271845'],
      ['displayAmount', '49.9'],
      ['settlementPayableAmount', '49.4'],
      ['uniformPayableAmount', '49.4'],
      ['refundStatus', 'CONFIRMED'],
    ]);
    const { paymentId } = await bring(input);
    const row = await readRow(paymentId);
    expect([row.status, row.actualDisplayAmount, row.confirmedDepositCount, row.coverage]).toEqual([
      null,
      null,
      0,
      null,
    ]);
    expect(row.deposits).toMatchObject([{ status: null, refundStatus: null, refundReason: 'OVERPAYMENT' }]);
  });

  test('ignores an unknown status and values without a status', async () => {
    const given = record({ status: 'PAID', deposits: [depositRecordSample({ depositCurrency: 'DOGE' })] });
    const preview = await checkImport(tenant.as.finance, form(given));
    const statuses = preview.withheld.filter(({ field }) => field === 'status');
    expect(statuses.map(({ offered }) => offered)).toEqual(['PAID', 'CONFIRMED']);
    const { paymentId } = await bring(given);
    expect(await readRow(paymentId)).toMatchObject({ status: null, depositCount: 1, currencyMismatch: null });
  });

  test('measures the record in bytes, as its file', () => {
    const text = (letter: string) => form(letter.repeat(150 * 1_024));
    expect(importForm.safeParse(text('a')).success).toBe(true);
    expect(importForm.safeParse(text('é')).success).toBe(false);
  });

  test('fills only gaps and keeps the values of the service in any order', async () => {
    const sample = depositCallbackSample();
    const paymentId = String(sample['paymentId']);
    const reported = record({ paymentId, clientPaymentId: sample['clientPaymentId'], status: 'AWAITING' });
    const ours = { ...reported, status: 'EXPIRED', locale: 'de', initiatedBy: 'a colleague' };
    await bring(ours);
    await inTransaction(async (transaction) => {
      const { businessId } = tenant;
      const startedAt = instant(Date.now());
      await observeAnswer(transaction, {
        businessId,
        source: 'read',
        startedAt,
        body: toSampleBytes(reported),
      });
      await observeCallback(transaction, {
        businessId,
        kind: 'deposit-received',
        body: toSampleBytes(sample),
        headers: {},
        receivedAt: startedAt,
      });
    });
    const late = { ...ours, deposits: [depositRecordSample({ id: sample['depositId'], status: 'BLOCKED' })] };
    const preview = await checkImport(tenant.as.finance, form(late));
    expect(preview.keeps).toContainEqual({
      depositId: sample['depositId'],
      field: 'status',
      offered: 'BLOCKED',
      held: 'CONFIRMED',
    });
    await bring(late);
    const row = await readRow(paymentId);
    expect([row.status, row.locale, row.initiatedBy]).toEqual(['AWAITING', 'en', 'a colleague']);
    expect(row.deposits).toMatchObject([{ status: 'CONFIRMED', displayPayableAmount: expect.anything() }]);
  });

  test('keeps the earlier of two imports', async () => {
    const first = record({ initiatedBy: 'a' });
    const { paymentId } = await bring(first);
    const second = { ...first, initiatedBy: 'b', redirectMode: 'SELF' };
    const { keeps } = await checkImport(tenant.as.finance, form(second));
    expect(keeps).toEqual([{ depositId: null, field: 'initiatedBy', offered: 'b', held: 'a' }]);
    await bring(second);
    expect(await readRow(paymentId)).toMatchObject({ initiatedBy: 'a', redirectMode: 'SELF' });
  });

  test('changes nothing when imported again, and audits it', async () => {
    const given = record();
    const { paymentId } = await bring(given);
    expect(await bring(given)).toEqual({ paymentId, changed: false });
    expect(await readAudit(paymentId)).toHaveLength(2);
  });

  test('writes nothing while checking', async () => {
    const given = record();
    const view = await checkImport(tenant.as.finance, form(given));
    expect(view).toMatchObject({ isNew: true, paymentId: given['paymentId'], keeps: [], withheld: [] });
    expect(view.fills).toContainEqual({ depositId: null, field: 'locale', offered: 'en', held: null });
    expect(await database().payment.count({ where: { paymentId: String(given['paymentId']) } })).toBe(0);
  });

  test('gives the same read model as a rebuild', async () => {
    const differences: unknown[] = [];
    await verifyReadModel((difference) => differences.push(difference));
    expect(differences).toEqual([]);
  });
});

describe('refused', () => {
  test.each(['viewer', 'compliance'] as const)('a %s', async (role) => {
    const input = form(record());
    expect((await refusal(importRecord(tenant.as[role], input))).code).toBe('forbidden');
    expect((await refusal(checkImport(tenant.as[role], input))).code).toBe('forbidden');
  });

  test('refuses a record of another business', async () => {
    const other = await createTenant();
    const values = form(record(), null, other.businessId);
    expect((await refusal(importRecord(tenant.as.finance, values))).code).toBe('not-found');
  });

  test.each([
    ['no JSON', '{"paymentId": ', /^This text isn’t valid JSON \(it .+ at character \d+\)\. Copy /],
    ['a record of another business', paymentRecordSample(randomUUID()), /belongs to another business/],
    ['a record without a payment', { businessId: 'x' }, /no valid payment ID/],
    ['a list', [1, 2], /no valid payment ID/],
  ])('refuses %s, with a message at the field', async (_, text, words) => {
    const { code, fieldErrors } = await refusal(bring(text));
    expect(code).toBe('invalid');
    expect(fieldErrors['text']?.[0]).toMatch(words);
  });
});
