import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { instant } from '#lib/values/instant.ts';
import { exportList } from './export-list.ts';
import { createExportFiles } from './files/make-files.ts';
import { fetchExportFile, listExportFiles } from './files/queries.ts';
import { startExportFile, stopExportFile } from './files/start-file.ts';

const requestedAt = instant(Date.now());
const hour = 3_600_000;
const address = 'changedAt=last-7-days&columns=status';

/** Creates payments that changed one after the other in the last days. The newest is first in the list. */
async function createChangingPayments(count: number): Promise<{ tenant: Tenant; ids: readonly string[] }> {
  const tenant = await createTenant(createFixedClock(requestedAt));
  const ids = Array.from({ length: count }, () => randomUUID());
  await database().payment.createMany({
    data: ids.map((paymentId, n) => ({
      businessId: tenant.businessId,
      paymentId,
      status: 'NEW',
      sortAt: new Date(requestedAt),
      firstObservedAt: new Date(requestedAt),
      changedAt: new Date(requestedAt - hour - n * 1_000),
    })),
  });
  return { tenant, ids };
}

/** Changes the list while a file is written: rows move to its start, and others leave it. */
const change = ({ businessId }: Tenant, moved: readonly string[], left: readonly string[]) =>
  databasePool().query(
    `UPDATE payment SET status = 'EXPIRED', changed_at = CASE WHEN payment_id = ANY($2::uuid[])
        THEN now() - interval '10 seconds' ELSE now() - interval '300 days' END
      WHERE business_id = $1 AND payment_id = ANY($2::uuid[] || $3::uuid[])`,
    [businessId, moved, left],
  );

const readRows = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));

test('a CSV file shows one moment: a row that changes while it is written appears once, unchanged', async () => {
  const { tenant, ids } = await createChangingPayments(3_500);
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(paymentList, (name) => parameters.get(name));
  const { body } = await exportList(tenant.as.finance, tenant.businessId, 'payments', query, 'status');
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let csv = '';
  const more = async () => {
    const { done, value } = await reader.read();
    csv += decoder.decode(value, { stream: true });
    return !done;
  };
  while (readRows(csv).length < 500) await more();
  await change(tenant, ids.slice(-300), ids.slice(-600, -300));
  while (await more());
  const rows = readRows(csv);
  expect(rows.map(([id]) => id)).toEqual(ids);
  expect(new Set(rows.map((row) => row.find((cell) => /^[A-Z]+$/.test(cell))))).toEqual(new Set(['NEW']));
});

test('a background file has the rows and days of one moment, despite later changes', async () => {
  const { tenant, ids } = await createChangingPayments(6_000);
  const { businessId, as } = tenant;
  const request = { businessId, list: 'payments', format: 'csv', query: address } as const;
  const { fileId } = await startExportFile(as.finance, request);
  const stop = new AbortController();
  let checks = 0;
  const now = () => {
    checks += 1;
    // The clock is read for expired files, and at the first chunk, which completes.
    if (checks === 2) stop.abort();
    return requestedAt;
  };
  await createExportFiles(
    createContext({ kind: 'system', name: 'exports' }, { clock: { now } }),
    stop.signal,
  );
  const [started] = (await listExportFiles(as.finance, businessId)).files;
  expect(started).toMatchObject({ state: 'running', rows: 5_000, total: 6_000 });
  await change(tenant, ids.slice(-300), ids.slice(-600, -300));
  const worker = createContext({ kind: 'system', name: 'exports' }, { clock: createFixedClock(requestedAt) });
  await createExportFiles(worker, AbortSignal.timeout(60_000));
  const response = await fetchExportFile(as.finance, businessId, fileId);
  const [file] = await unzip(new Uint8Array(await response.arrayBuffer()));
  const rows = readRows(new TextDecoder().decode(file?.bytes));
  expect(rows.map(([id]) => id)).toEqual(ids);
  expect(rows.at(-1)).toContain('EXPIRED');
  expect(await database().exportPart.count({ where: { fileId, body: null } })).toBe(0);
  const { query } = await database().exportFile.findFirstOrThrow({ where: { fileId } });
  expect(query).toMatch(/changedAt=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
});

test('a file stopped before its rows are selected stays stopped and blocks no other', async () => {
  const { tenant } = await createChangingPayments(3);
  const { businessId, as } = tenant;
  const request = { businessId, list: 'payments', format: 'xlsx', query: '' } as const;
  const { fileId } = await startExportFile(as.finance, request);
  await stopExportFile(as.finance, { businessId, fileId });
  const other = await startExportFile(as.finance, request);
  const worker = createContext({ kind: 'system', name: 'exports' }, { clock: createFixedClock(requestedAt) });
  await createExportFiles(worker, AbortSignal.timeout(60_000));
  const { files } = await listExportFiles(as.finance, businessId);
  expect(files.find((one) => one.fileId === fileId)).toMatchObject({ state: 'stopped', rows: 0 });
  expect(files.find((one) => one.fileId === other.fileId)).toMatchObject({
    state: 'done',
    rows: 3,
    total: 3,
    isCut: false,
  });
});
