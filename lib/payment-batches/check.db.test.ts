import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertIntent } from '#lib/database/testing/rows.ts';
import { makeSessionStale } from '#lib/database/testing/stale-session.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportBatchResults, exportFaultyRows } from '#lib/exports/index.ts';
import { discardBatch } from './control-batch.ts';
import { discardAbandoned } from './discard-unconfirmed.ts';
import {
  addChunk,
  checkRows,
  confirmBatch,
  correctRow,
  listBatches,
  listRows,
  pauseBatch,
  readBatch,
  startUpload,
} from './index.ts';
import type { BatchId } from './schema.ts';
import { findMapping, storeMapping } from './store.ts';
import { uploadRows } from './testing/upload.ts';
import { buildWorkbook, headRow } from './testing/workbook.ts';

let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
});

const upload = (file: string | Uint8Array, source: 'csv' | 'xlsx' = 'csv') =>
  uploadRows(tenant.as.finance, tenant.businessId, file, source);
const view = (batchId: BatchId) => readBatch(tenant.as.finance, tenant.businessId, batchId);
const readRows = async (batchId: BatchId, show: 'all' | 'errors' = 'all') =>
  (await listRows(tenant.as.finance, tenant.businessId, batchId, { show, after: 0 })).rows;
const confirm = async (batchId: BatchId, revision: string | null) =>
  confirmBatch(tenant.as.finance, { businessId: tenant.businessId, batchId, revision: revision ?? '' });
const choice = { encoding: null, separator: null, decimalSign: null, mapping: null, defaults: null };

describe('check', () => {
  test('maps columns, finds problems of each value and totals the rows to send', async () => {
    const id = randomUUID();
    const batchId = await upload(
      [
        'Invoice;Amount;Currency',
        `${id}-1;10.50;EUR`,
        `${id}-2;1;EURO`,
        `${id}-1;3;EUR`,
        `${id}-4;0.1;USD`,
        `${id}-5;20;EUR`,
        ';7;EUR',
      ].join('\r\n'),
    );
    expect(await view(batchId)).toMatchObject({
      state: 'checked',
      separator: ';',
      mapping: ['clientPaymentId', 'amount', 'currency'],
      rowCount: 6,
      rowsWithErrors: 3,
      sums: [
        { currency: 'EUR', total: '30.5', rows: 2 },
        { currency: 'USD', total: '0.1', rows: 1 },
      ],
      terms: [
        { field: 'expirationMinutes', value: '30', rows: 3 },
        { field: 'locale', value: 'en', rows: 3 },
        { field: 'network', value: '', rows: 3 },
        { field: 'rateType', value: 'FIXED', rows: 3 },
        { field: 'redirectMode', value: '', rows: 3 },
        { field: 'redirectUrl', value: '', rows: 3 },
        { field: 'type', value: 'ONE_TIME', rows: 3 },
      ],
    });
    const faulty = await readRows(batchId, 'errors');
    expect(faulty.map(({ number, issues }) => [number, issues[0]?.field])).toEqual([
      [3, 'currency'],
      [4, 'clientPaymentId'],
      [7, 'clientPaymentId'],
    ]);
  });

  test('reads a German file as a whole, with the digits that its amounts mean', async () => {
    const id = randomUUID();
    const lines = Array.from({ length: 120 }, (_line, at) => {
      const euros = at % 4 === 0 ? '1.500' : at % 4 === 1 ? '1.234,50 €' : at % 4 === 2 ? `${at}` : '12,5';
      return `${id}-${at};${euros};Größe ${at};EUR`;
    });
    const text = ['Rechnungsnummer;Betrag;Größe;Währung', ...lines, ''].join('\r\n');
    const batchId = await upload(new Uint8Array(Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')));
    expect(await view(batchId)).toMatchObject({
      state: 'checked',
      encoding: 'windows-1252',
      separator: ';',
      decimalSign: ',',
      rowCount: 120,
      rowsWithErrors: 0,
    });
    const rows = await readRows(batchId);
    expect(rows.slice(0, 4).map(({ values }) => values.amount)).toEqual(['1500', '1234.50', '2', '12.5']);
  });

  test.each([
    ['leave the decimal sign open', ['1.500', '200'], ['1500', '200'], ['1.500', '200']],
    [
      'contradict each other',
      ['1.234,56', '12.50', '1.500'],
      ['1234.56', '12.50', '1500'],
      ['1234.56', '12.50', '1.500'],
    ],
  ])('asks once if amounts %s', async (_name, amounts, withComma, withPoint) => {
    const { businessId, as } = tenant;
    const lines = amounts.map((amount) => `${randomUUID()};${amount};EUR`);
    const batchId = await upload(['id;amount;currency', ...lines].join('\n'));
    expect(await view(batchId)).toMatchObject({ state: 'uploaded', decimalSign: null, rowCount: 0 });
    const read = async (decimalSign: ',' | '.') => {
      const checked = await checkRows(as.finance, { ...choice, businessId, batchId, decimalSign });
      expect(checked.missing).toBeNull();
      return (await readRows(batchId)).map(({ values }) => values.amount);
    };
    expect(await read(',')).toEqual(withComma);
    expect(await read('.')).toEqual(withPoint);
  });

  test('reads numbers of a workbook as stored, whatever sign its texts have', async () => {
    const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
    const row = (at: number, amount: string) =>
      `<row r="${at}">${text(randomUUID())}${amount}${text('EUR')}</row>`;
    const cells = ['<c><v>1.234</v></c>', text('1.234,56'), text('1.500')];
    const file = await buildWorkbook(headRow + cells.map((cell, at) => row(at + 2, cell)).join(''));
    const batchId = await upload(file, 'xlsx');
    expect(await view(batchId)).toMatchObject({ state: 'checked', decimalSign: ',' });
    expect((await readRows(batchId)).map(({ values }) => values.amount)).toEqual([
      '1.234',
      '1234.56',
      '1500',
    ]);
  });

  test('refuses a correction that can be read in two ways', async () => {
    const { businessId, as } = tenant;
    const batchId = await upload(`id;amount;currency\n${randomUUID()};12,5;EUR\n`);
    const correct = (amount: string) =>
      correctRow(as.finance, { businessId, batchId, number: 2, values: { amount } });
    await expect(correct('1.500')).rejects.toMatchObject({ code: 'invalid' });
    await correct('1.234,5');
    expect((await readRows(batchId)).map(({ values }) => values.amount)).toEqual(['1234.5']);
  });

  test('reads an amount again when its currency is corrected', async () => {
    const { businessId, as } = tenant;
    const batchId = await upload(`id;amount;currency\n${randomUUID()};$1,234.50;CAD\n`);
    expect((await readRows(batchId))[0]).toMatchObject({ hasErrors: true, values: { amount: '$1,234.50' } });
    await correctRow(as.finance, { businessId, batchId, number: 2, values: { currency: 'USD' } });
    expect((await readRows(batchId))[0]).toMatchObject({ hasErrors: false, values: { amount: '1234.50' } });
  });

  test('asks for the columns that it can’t guess, and remembers the confirmed ones', async () => {
    const { businessId, as } = tenant;
    const head = `first ${randomUUID()},second,third`;
    const file = `${head}\n${randomUUID()},5,EUR\n`;
    const first = await upload(file);
    expect(await view(first)).toMatchObject({ state: 'uploaded', mapping: ['', '', ''] });
    await checkRows(as.finance, {
      ...choice,
      businessId,
      batchId: first,
      mapping: ['clientPaymentId', 'amount', 'currency'],
    });
    await confirm(first, (await view(first)).revision);
    const second = await upload(`${head}\n${randomUUID()},5,EUR\n`);
    expect(await view(second)).toMatchObject({
      state: 'checked',
      mapping: ['clientPaymentId', 'amount', 'currency'],
      sameFile: null,
    });
    const again = await upload(file);
    expect((await view(again)).sameFile?.batchId).toBe(first);
  });

  test('remembers the columns of two files that are confirmed at the same time', async () => {
    const { businessId } = tenant;
    const signature = randomUUID();
    const [insert, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = inTransaction(async (transaction) => {
      await storeMapping(transaction, businessId, signature, { mapping: ['amount'], defaults: {} });
      insert.resolve();
      await commit.promise;
    });
    await insert.promise;
    const second = inTransaction((transaction) =>
      storeMapping(transaction, businessId, signature, { mapping: ['currency'], defaults: {} }),
    );
    await vi.waitFor(async () => {
      const waiting = await database().$queryRaw`
        SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`;
      expect(waiting).not.toEqual([]);
    }, 10_000);
    commit.resolve();
    await Promise.all([first, second]);
    expect(await findMapping(businessId, signature)).toEqual({ mapping: ['currency'], defaults: {} });
  });

  test('marks formulas and dates of a workbook', async () => {
    const row = '<row r="2"><c r="A2" s="1"><v>45000</v></c><c r="B2"><f>1</f><v>1</v></c></row>';
    const batchId = await upload(await buildWorkbook(headRow + row), 'xlsx');
    const [checked] = await readRows(batchId);
    const errors = checked?.issues.filter(({ level }) => level === 'error').map(({ field }) => field);
    expect(new Set(errors)).toEqual(new Set(['clientPaymentId', 'amount', 'currency']));
  });

  test('stores a file of several chunks once, in any order', async () => {
    const { businessId, as } = tenant;
    const note = 'x'.repeat(600);
    const lines = Array.from({ length: 2_000 }, (_line, at) => `${randomUUID()}-${at},1,EUR,${note}`);
    const bytes = new TextEncoder().encode(['id,amount,currency,note', ...lines].join('\n'));
    const size = bytes.byteLength;
    const { batchId } = await startUpload(as.finance, { businessId, fileName: 'a.csv', source: 'csv', size });
    const send = (number: number) =>
      addChunk(as.finance, {
        businessId,
        batchId,
        number: String(number),
        body: bytes.slice(number * 1_048_576, (number + 1) * 1_048_576),
      });
    expect(await send(1)).toEqual({ isComplete: false });
    expect(await send(1)).toEqual({ isComplete: false });
    expect(await send(0)).toEqual({ isComplete: true });
    await expect(send(0)).rejects.toMatchObject({ code: 'conflict' });
    await checkRows(as.finance, { ...choice, businessId, batchId });
    expect(await view(batchId)).toMatchObject({ rowCount: 2_000, rowsWithErrors: 0 });
  });
});

describe('correction and confirmation', () => {
  test('corrects a row, and refuses to confirm rows that the person did not see', async () => {
    const { businessId, as } = tenant;
    const id = randomUUID();
    const batchId = await upload(`id,amount,currency\n${id}-1,1,EUR\n${id}-1,x,EUR\n`);
    const before = (await view(batchId)).revision;
    await correctRow(as.finance, {
      businessId,
      batchId,
      number: 3,
      values: { clientPaymentId: `${id}-2`, amount: '2' },
    });
    await expect(confirm(batchId, before)).rejects.toMatchObject({ code: 'conflict' });
    const { rowsWithErrors, revision } = await view(batchId);
    expect(rowsWithErrors).toBe(0);
    await confirm(batchId, revision);
    expect(await view(batchId)).toMatchObject({ state: 'running', counts: { queued: 2 } });
    await pauseBatch(as.finance, { businessId, batchId });
    await expect(
      correctRow(as.finance, { businessId, batchId, number: 3, values: { amount: '3' } }),
    ).rejects.toMatchObject({ code: 'conflict' });
    const actions = await database().auditEntry.findMany({
      where: { chainId: businessId, objectId: batchId },
      orderBy: { sequence: 'asc' },
    });
    expect(actions.map(({ action }) => action.replace('payment-batch.', ''))).toEqual([
      'upload',
      'upload',
      'check',
      'correct',
      'confirm',
      'pause',
    ]);
  });

  test('starts a file once when it is confirmed in two tabs at the same time', async () => {
    const { businessId, as } = tenant;
    const batchId = await upload(`id,amount,currency\n${randomUUID()},1,EUR\n`);
    const { revision } = await view(batchId);
    const both = await Promise.allSettled([confirm(batchId, revision), confirm(batchId, revision)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await view(batchId)).counts).toMatchObject({ queued: 1 });
    await pauseBatch(as.finance, { businessId, batchId });
  });

  test('refuses to confirm when a request has taken an ID since the check', async () => {
    const { businessId, as } = tenant;
    const id = randomUUID();
    const batchId = await upload(`id,amount,currency\n${id}-1,1,EUR\n${id}-2,1,EUR\n`);
    const { revision } = await view(batchId);
    await insertIntent(tenant, `${id}-1`, { state: 'UNKNOWN' });
    await expect(confirm(batchId, revision)).rejects.toMatchObject({ code: 'conflict' });
    const after = await view(batchId);
    expect(after).toMatchObject({ state: 'checked', rowsWithErrors: 1 });
    await confirm(batchId, after.revision);
    expect((await view(batchId)).counts).toMatchObject({ queued: 1, 'left-out': 1 });
    await pauseBatch(as.finance, { businessId, batchId });
  });

  test('exports results as CSV and workbook, and faulty rows', async () => {
    const { businessId, as } = tenant;
    const id = randomUUID();
    const batchId = await upload(`id,amount,currency\n${id}-1,1,EUR\n=1+1,x,EUR\n`);
    const faulty = await (await exportFaultyRows(as.finance, businessId, batchId)).text();
    expect(faulty.split('\r\n')).toHaveLength(3);
    expect(faulty).toContain("'=1+1,x,EUR");
    const again = await upload(faulty);
    expect((await readRows(again))[0]?.values).toMatchObject({ clientPaymentId: '=1+1', amount: 'x' });
    const results = await (await exportBatchResults(as.finance, businessId, batchId, 'csv')).text();
    expect(results).toContain(`2,${id}-1,1,EUR,,draft`);
    const workbook = await exportBatchResults(as.finance, businessId, batchId, 'xlsx');
    const bytes = new Uint8Array(await workbook.arrayBuffer());
    const back = await upload(bytes, 'xlsx');
    expect((await view(back)).headers).toContain('checkout_link');
  });
});

test('lists batches page by page, newest first', async () => {
  const { businessId, as } = await createTenant();
  const begun = Date.now() - 1_000_000;
  await database().paymentBatch.createMany({
    data: Array.from({ length: 51 }, (_, at) => ({
      businessId,
      fileName: `${at}.csv`,
      source: 'csv',
      size: 1,
      state: 'stopped',
      headers: [],
      mapping: [],
      notes: [],
      createdBy: as.finance.actor.personId,
      // Two files of one moment are listed once each.
      createdAt: new Date(begun + Math.floor(at / 2)),
    })),
  });
  const first = await listBatches(as.finance, businessId);
  const second = await listBatches(as.finance, businessId, first.next);
  expect(first.batches[0]?.fileName).toBe('50.csv');
  expect(second.next).toBeNull();
  const names = [...first.batches, ...second.batches].map(({ fileName }) => fileName);
  expect([first.batches.length, new Set(names).size]).toEqual([50, 51]);
});

test('keeps at most 20 unconfirmed files of a business', async () => {
  const { businessId, as } = other;
  const start = () => startUpload(as.finance, { businessId, fileName: 'a.csv', source: 'csv', size: 1 });
  const { batchId } = await start();
  for (let count = 1; count < 20; count += 1) await start();
  await expect(start()).rejects.toMatchObject({ code: 'conflict' });
  await discardBatch(as.finance, { businessId, batchId });
  await start();
  const age = (hours: number) =>
    database().paymentBatch.updateMany({
      where: { businessId },
      data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
    });
  // Uploads that were interrupted an hour ago make room.
  await age(2);
  await start();
  expect(await database().paymentBatch.count({ where: { businessId } })).toBe(1);
  await age(8 * 24);
  expect(await discardAbandoned(systemContext('test'), new AbortController().signal)).toBe(1);
  const where = { chainId: businessId, action: 'payment-batch.discard', actorKind: 'system' };
  expect(await database().auditEntry.count({ where })).toBe(21);
});

describe('access', () => {
  test('refuses roles without the permission and hides batches of another business', async () => {
    const { businessId, as } = tenant;
    const batchId = await upload(`id,amount,currency\n${randomUUID()},1,EUR\n`);
    for (const role of ['viewer', 'accountant', 'compliance'] as const) {
      await expect(listBatches(as[role], businessId)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(
        startUpload(as[role], { businessId, fileName: 'a', source: 'csv', size: 1 }),
      ).rejects.toMatchObject({ code: 'forbidden' });
    }
    const key = { businessId: other.businessId, batchId };
    const { finance } = other.as;
    await expect(readBatch(finance, key.businessId, batchId)).rejects.toMatchObject({ code: 'not-found' });
    await expect(checkRows(finance, { ...key, ...choice })).rejects.toMatchObject({ code: 'not-found' });
    await expect(confirmBatch(finance, { ...key, revision: randomUUID() })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(readBatch(finance, businessId, batchId)).rejects.toMatchObject({ code: 'not-found' });
  });
});

test('deleting the file of another person needs a recent authentication, the own one needs none', async () => {
  const { businessId, as } = await createTenant();
  const start = () => startUpload(as.finance, { businessId, fileName: 'a.csv', source: 'csv', size: 1 });
  const { batchId } = await start();
  await makeSessionStale(as.owner);
  await makeSessionStale(as.finance);
  await expect(discardBatch(as.owner, { businessId, batchId })).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
  await discardBatch(as.finance, { businessId, batchId });
});
