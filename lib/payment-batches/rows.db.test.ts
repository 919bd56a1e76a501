import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { confirmBatch, listRows, readBatch } from './index.ts';
import type { RowFilter } from './model/row-filter.ts';
import type { BatchId } from './schema.ts';
import { uploadRows } from './testing/upload.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const upload = (...lines: readonly string[]) =>
  uploadRows(tenant.as.finance, tenant.businessId, lines.join('\n'));

/** Reads all pages of a filter, and returns the numbers of the rows of each page. */
async function readPages(batchId: BatchId, show: RowFilter): Promise<readonly (readonly number[])[]> {
  const pages: number[][] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await listRows(tenant.as.finance, tenant.businessId, batchId, { show, after });
    pages.push(page.rows.map(({ number }) => number));
    after = page.next;
  }
  return pages;
}

test('pages through every row once, in the order of the file, with each filter', async () => {
  const id = randomUUID();
  const numbers = Array.from({ length: 120 }, (_row, at) => at + 2);
  const batchId = await upload('id,amount,currency', ...numbers.map((number) => `${id}-${number},1,EUR`));
  const pages = await readPages(batchId, 'all');
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(pages.flat()).toEqual(numbers);
  const isOdd = (number: number) => number % 2 === 1;
  const where = { businessId: tenant.businessId, batchId };
  await database().paymentBatchRow.update({
    where: { businessId_batchId_number: { ...where, number: 4 } },
    data: { hasErrors: true },
  });
  const { revision } = await readBatch(tenant.as.finance, tenant.businessId, batchId);
  await confirmBatch(tenant.as.finance, { ...where, revision: revision ?? '' });
  const odd = await database().paymentBatchRow.findMany({
    where: { ...where, number: { in: numbers.filter(isOdd) } },
  });
  await database().paymentIntent.updateMany({
    where: { id: { in: odd.map(({ intentId }) => intentId ?? '') } },
    data: { state: 'REJECTED' },
  });
  expect((await readPages(batchId, 'failed')).flat()).toEqual(numbers.filter(isOdd));
  expect(await readPages(batchId, 'left-out')).toEqual([[4]]);
  expect(await readPages(batchId, 'unknown')).toEqual([[]]);
});

test('counts the networks and redirects of the rows as they will be sent', async () => {
  const id = randomUUID();
  const batchId = await upload(
    'id,amount,currency,network,redirect,redirect_mode',
    `${id}-1,10,EUR,,https://shop.example/1,SELF`,
    // The network of a fiat price isn't sent, and neither is the redirect mode without an address.
    `${id}-2,10,EUR,BTC,,SELF`,
    `${id}-3,1,BTC,BTC,https://shop.example/1,`,
  );
  const { terms, defaults } = await readBatch(tenant.as.finance, tenant.businessId, batchId);
  expect(terms.filter(({ field }) => field === 'network' || field === 'redirectMode')).toEqual([
    { field: 'network', value: '', rows: 2 },
    { field: 'network', value: 'BTC', rows: 1 },
    { field: 'redirectMode', value: '', rows: 1 },
    { field: 'redirectMode', value: 'PARENT', rows: 1 },
    { field: 'redirectMode', value: 'SELF', rows: 1 },
  ]);
  expect(defaults).toMatchObject({ redirectMode: 'PARENT' });
});
