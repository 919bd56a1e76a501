import { AsyncResource } from 'node:async_hooks';
import { randomInt, randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { setCurrentResponse } from '#lib/platform/close-connection.ts';

import { checkRows, readBatch, startUpload } from './index.ts';
import type { BatchId } from './schema.ts';
import { checkRowsForm, startUploadForm } from './schema.ts';
import { loadFile, uploadRows } from './testing/upload.ts';
import { buildWorkbook, headRow } from './testing/workbook.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const upload = (file: string | Uint8Array, source: 'csv' | 'xlsx' = 'csv') =>
  uploadRows(tenant.as.finance, tenant.businessId, file, source);
const view = (batchId: BatchId) => readBatch(tenant.as.finance, tenant.businessId, batchId);
const choice = { encoding: null, separator: null, decimalSign: null, mapping: null };

test('checks a workbook with characters that the database can’t store', async () => {
  const { businessId, as } = tenant;
  const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
  const row = `<row r="2">${text('A_x0000_B')}${text('1_xD800_')}${text('EUR')}</row>`;
  const batchId = await upload(await buildWorkbook(headRow + row), 'xlsx');
  expect(await view(batchId)).toMatchObject({
    rowsWithErrors: 1,
    sample: [['A\ufffdB', '1\ufffd', 'EUR']],
  });
  const parsed = checkRowsForm.parse({
    ...choice,
    businessId,
    batchId,
    defaults: { locale: 'e\u0000n\ud800', type: 'ONE_TIME', rateType: 'FIXED' },
  });
  expect(await checkRows(as.finance, parsed)).toMatchObject({ missing: null });
  const fileName = startUploadForm.parse({ businessId, fileName: 'a\u0000\ud800', source: 'csv', size: 1 });
  expect(await startUpload(as.finance, fileName)).toMatchObject({ batchId: expect.any(String) });
});

test('refuses an ID that is too long to be looked up, and checks the other rows', async () => {
  const long = String.fromCharCode(...Array.from({ length: 2_500 }, () => randomInt(0x4e00, 0x9fff)));
  const batchId = await upload(`id,amount,currency\n${long},1,EUR\n${long},1,EUR\n${randomUUID()},1,EUR\n`);
  expect(await view(batchId)).toMatchObject({ rowCount: 3, rowsWithErrors: 2 });
});

const check = (batchId: BatchId) =>
  checkRows(
    tenant.as.finance,
    checkRowsForm.parse({ ...choice, businessId: tenant.businessId, batchId, defaults: null }),
  );
const buildSheet = (content: string) =>
  buildWorkbook('', {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${headRow}${content}</sheetData></worksheet>`,
  });

test('refuses a workbook of 20 MB of elements while the check of a colleague passes', async () => {
  const bytes = await buildSheet('<x/>'.repeat(5 * 1024 * 1024));
  const hostile = await loadFile(tenant.as.finance, tenant.businessId, bytes, 'xlsx');
  const message = tBatchProblems('file.workbookTooLarge');
  const refused = expect(check(hostile)).rejects.toMatchObject({ code: 'invalid', message });
  const { as, businessId } = tenant;
  const fine = await uploadRows(as.owner, businessId, `id,amount,currency\n${randomUUID()},1,EUR\n`);
  expect(await view(fine)).toMatchObject({ rowCount: 1, rowsWithErrors: 0 });
  await refused;
});

test('the next check of a person begins as soon as they have left the one before', async () => {
  const row = `<row>${'<c/>'.repeat(16_000)}</row>`;
  const bytes = await buildSheet(row.repeat(300));
  const slow = await loadFile(tenant.as.finance, tenant.businessId, bytes, 'xlsx');
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const refused = new AsyncResource('request').runInAsyncScope(() => {
    setCurrentResponse(response);
    return expect(check(slow)).rejects.toMatchObject({ code: 'unavailable' });
  });
  const next = upload(`id,amount,currency\n${randomUUID()},1,EUR\n`);
  response.emit('close');
  await refused;
  expect(await view(await next)).toMatchObject({ rowCount: 1 });
});
