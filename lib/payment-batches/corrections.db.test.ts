import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { checkRows, correctRow, listRows, readBatch } from './index.ts';
import * as rowStore from './row-store.ts';
import type { BatchId } from './schema.ts';
import { uploadRows } from './testing/upload.ts';
import { buildWorkbook, headRow } from './testing/workbook.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const upload = (file: string | Uint8Array, source: 'csv' | 'xlsx' = 'csv') =>
  uploadRows(tenant.as.finance, tenant.businessId, file, source);
const view = (batchId: BatchId) => readBatch(tenant.as.finance, tenant.businessId, batchId);
const readRows = async (batchId: BatchId) =>
  (await listRows(tenant.as.finance, tenant.businessId, batchId, { show: 'all', after: 0 })).rows;

test('keeps the problem of a cell until its own value changes', async () => {
  const { businessId, as } = tenant;
  const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
  const row = `<row r="2">${text(randomUUID())}<c><v>1234567890123456789</v></c>${text('EURO')}</row>`;
  const batchId = await upload(await buildWorkbook(headRow + row), 'xlsx');
  const correct = (values: Record<string, string>) =>
    correctRow(as.finance, { businessId, batchId, number: 2, values });
  await correct({ currency: 'EUR' });
  expect((await readRows(batchId))[0]?.issues).toEqual([
    expect.objectContaining({ field: 'amount', level: 'error', problem: 'inexact' }),
  ]);
  // The corrected row keeps it as well.
  await correct({ currency: 'USD' });
  expect(await view(batchId)).toMatchObject({ rowsWithErrors: 1 });
  await correct({ amount: '12' });
  expect(await view(batchId)).toMatchObject({ rowsWithErrors: 0 });
});

test('keeps corrections when the file is checked again, unless another column has their field', async () => {
  const { businessId, as } = tenant;
  const id = randomUUID();
  const batchId = await upload(`id,amount,gross,currency\n${id}-1,x,12,EUR\n${id}-1,2,24,EUR\n`);
  const correct = (number: number, values: Record<string, string>) =>
    correctRow(as.finance, { businessId, batchId, number, values });
  await correct(2, { amount: '10' });
  await correct(3, { clientPaymentId: `${id}-2` });
  const { encoding, separator, mapping, defaults } = await view(batchId);
  const check = (columns: typeof mapping) =>
    checkRows(as.finance, {
      businessId,
      batchId,
      encoding,
      separator,
      decimalSign: null,
      mapping: [...columns],
      defaults: { ...defaults, locale: 'de' },
    });
  expect(await check(mapping)).toMatchObject({ missing: null, dropped: 0 });
  expect(await view(batchId)).toMatchObject({ rowsWithErrors: 0 });
  expect((await readRows(batchId)).map(({ values }) => values)).toEqual([
    expect.objectContaining({ amount: '10', locale: 'de' }),
    expect.objectContaining({ clientPaymentId: `${id}-2`, locale: 'de' }),
  ]);
  // The rows stay when a needed field has no column.
  await expect(check(['clientPaymentId', '', '', 'currency'])).rejects.toMatchObject({ code: 'invalid' });
  expect(await view(batchId)).toMatchObject({ state: 'checked', rowCount: 2 });
  expect(await check(['clientPaymentId', '', 'amount', 'currency'])).toMatchObject({ dropped: 1 });
  expect((await readRows(batchId)).map(({ values: { amount } }) => amount)).toEqual(['12', '24']);
  expect(await view(batchId)).toMatchObject({ rowsWithErrors: 0 });
});

test('keeps corrections through checks that fail before the rows are complete', async () => {
  const { businessId, as } = tenant;
  const id = randomUUID();
  const batchId = await upload(`id,amount,currency\n${id}-1,x,EUR\n${id}-2,2,EUR\n`);
  await correctRow(as.finance, { businessId, batchId, number: 2, values: { amount: '10' } });
  const { encoding, separator, mapping, defaults } = await view(batchId);
  const check = () =>
    checkRows(as.finance, {
      businessId,
      batchId,
      encoding,
      separator,
      decimalSign: null,
      mapping: [...mapping],
      defaults,
    });
  for (let times = 0; times < 2; times += 1) {
    vi.spyOn(rowStore, 'insertRows').mockRejectedValueOnce(new Error('the process ended'));
    await expect(check()).rejects.toThrow('the process ended');
    expect(await view(batchId)).toMatchObject({ state: 'uploaded', rowCount: 0 });
  }
  expect(await check()).toMatchObject({ missing: null, dropped: 0 });
  expect((await readRows(batchId)).map(({ values: { amount } }) => amount)).toEqual(['10', '2']);
  // A later correction replaces what the interrupted check kept.
  await correctRow(as.finance, { businessId, batchId, number: 2, values: { amount: '11' } });
  await check();
  expect((await readRows(batchId)).map(({ values: { amount } }) => amount)).toEqual(['11', '2']);
});
