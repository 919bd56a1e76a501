import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { instant } from '#lib/values/instant.ts';
import { exportList } from '../export-list.ts';
import type { ExportName, FileFormat } from '../schema.ts';
import { readSheet, withoutOffset } from '../testing/read-tables.ts';
import { createExportFiles } from './make-files.ts';
import { fetchExportFile, listExportFiles } from './queries.ts';
import { startExportFile, stopExportFile } from './start-file.ts';

const requestedAt = instant(Date.parse('2026-11-20T22:30:00Z'));
const worker = (at = requestedAt): Context<SystemActor> =>
  createContext({ kind: 'system', name: 'exports' }, { clock: createFixedClock(at) });
const runWorker = (at = requestedAt) => createExportFiles(worker(at), AbortSignal.timeout(60_000));

let tenant: Tenant;
const exact = '12345678901234567890123456789012345.000000000000000000000000000001';
/** More than a chunk. */
const rowCount = 5_123;

beforeAll(async () => {
  tenant = await createTenant(createFixedClock(requestedAt));
  const { businessId } = tenant;
  await database().payment.createMany({
    data: Array.from({ length: rowCount }, (_, n) => ({
      businessId,
      paymentId: crypto.randomUUID(),
      clientPaymentId: n === 7 ? '=HYPERLINK("x")\u0007 <b>&amp;_x0041_' : `order ${n}`,
      status: n % 2 === 0 ? 'DEPOSITED' : 'EXPIRED',
      depositCurrency: 'ETH',
      actualDepositAmount: exact,
      sortAt: new Date(requestedAt - Math.floor(n / 3) * 1_000),
      firstObservedAt: new Date(requestedAt),
      changedAt: new Date(requestedAt),
    })),
  });
});

const start = (list: ExportName, format: FileFormat, query = '', as: 'owner' | 'finance' = 'finance') =>
  startExportFile(tenant.as[as], { businessId: tenant.businessId, list, format, query });

async function fetchEntries(fileId: string, as: 'owner' | 'finance' = 'finance') {
  const response = await fetchExportFile(tenant.as[as], tenant.businessId, fileId);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
  return new Map((await unzip(bytes)).map(({ name, bytes: part }) => [name, new TextDecoder().decode(part)]));
}

const exportCsv = async (query = wholeList) =>
  new Response((await exportList(tenant.as.finance, tenant.businessId, 'payments', query)).body).text();

test('a workbook holds the same cells as the CSV file, written in one transaction per chunk', async () => {
  const { fileId } = await start('payments', 'xlsx');
  expect(await runWorker()).toMatchObject({ rows: rowCount, files: 1 });
  const parts = await fetchEntries(fileId);
  const rows = readSheet(parts.get('xl/worksheets/sheet1.xml') ?? '');
  const csv = await exportCsv();
  expect(rows).toHaveLength(rowCount + 1);
  // Only one row has quoted cells, which is checked below.
  const lines = csv.split('\r\n').slice(0, -1);
  const quoted = lines.findIndex((line) => line.includes('"'));
  const names = lines[0]?.split(',') ?? [];
  const places = names.map((name) => rows[0]?.indexOf(name) ?? -1);
  for (const [at, row] of rows.entries())
    if (at !== quoted)
      expect(places.map((place) => row[place]).join(',')).toBe(
        lines[at]?.split(',').map(withoutOffset).join(','),
      );
  expect(rows[quoted]).toContain('\'=HYPERLINK("x")\u0007 <b>&amp;_x0041_');
  expect(rows[1]).toContain(exact);
  expect(await database().exportPart.count({ where: { fileId } })).toBe(2);
  expect(parts.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet1.xml');
});

test('a CSV archive holds the CSV file with the selected rows and columns', async () => {
  const { fileId } = await start('payments', 'csv', 'status=EXPIRED&columns=status,actual');
  await runWorker();
  const csv = (await fetchEntries(fileId)).get('payments.csv') ?? '';
  const lines = csv.split('\r\n').slice(0, -1);
  expect(lines).toHaveLength(Math.floor(rowCount / 2) + 1);
  expect(lines[0]).toMatch(/^payment_id,client_payment_id,client_payment_id_source,status,/);
  const whole = await start('payments', 'csv');
  await runWorker();
  expect((await fetchEntries(whole.fileId)).get('payments.csv')).toBe(await exportCsv());
});

test('another process continues after the last row if one stops', async () => {
  const { fileId } = await start('payments', 'csv');
  const stop = new AbortController();
  // The clock is read for expired files, and at the first chunk, which completes.
  let checks = 0;
  const now = () => {
    checks += 1;
    if (checks === 2) stop.abort();
    return requestedAt;
  };
  await createExportFiles({ ...worker(), clock: { now } }, stop.signal);
  const { files } = await listExportFiles(tenant.as.finance, tenant.businessId);
  const started = files.find((file) => file.fileId === fileId);
  expect(started).toMatchObject({ state: 'running', rows: 5_000, total: rowCount, isMore: false });
  await expect(fetchEntries(fileId)).rejects.toMatchObject({ code: 'not-found' });
  await runWorker();
  expect((await fetchEntries(fileId)).get('payments.csv')).toBe(await exportCsv());
});

test('a file is private, expires after a day, needs the role, and every step is audited', async () => {
  const { businessId } = tenant;
  const { fileId } = await start('deposits', 'xlsx');
  await runWorker();
  await expect(fetchExportFile(tenant.as.owner, businessId, fileId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(fetchExportFile(tenant.as.viewer, businessId, fileId)).rejects.toMatchObject({
    code: 'forbidden',
  });
  const other = await createTenant();
  await expect(fetchExportFile(other.as.owner, other.businessId, fileId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(
    startExportFile(tenant.as.compliance, { businessId, list: 'payments', format: 'csv', query: '' }),
  ).rejects.toMatchObject({ code: 'forbidden' });
  await fetchEntries(fileId);
  const noted = await database().auditEntry.findMany({
    where: { chainId: businessId, action: { in: ['export.xlsx-file', 'export.fetch'] } },
    orderBy: { sequence: 'desc' },
    take: 2,
  });
  expect(noted.map(({ action }) => action)).toEqual(['export.fetch', 'export.xlsx-file']);
  const later = instant(requestedAt + 24 * 60 * 60_000);
  expect((await runWorker(later)).dropped).toBeGreaterThan(0);
  await expect(fetchExportFile(tenant.as.finance, businessId, fileId)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await database().exportPart.count({ where: { fileId } })).toBe(0);
});

test('no file for a person who lost the role, and no risk detail in a file that began without it', async () => {
  const ownTenant = await createTenant(createFixedClock(requestedAt));
  const { businessId } = ownTenant;
  const payment = await insertPayment(businessId);
  const depositId = await insertDeposit(businessId, payment, { status: 'BLOCKED' });
  await database().depositRisk.create({ data: { businessId, depositId, riskScore: '0.93' } });
  const request = { businessId, list: 'deposits', format: 'csv', query: '' } as const;
  const [finance, owner] = [ownTenant.as.finance, ownTenant.as.owner];
  const forbidden = await startExportFile(owner, request);
  const withoutRisk = await startExportFile(finance, request);
  const withRole = (context: typeof owner, role: string) =>
    database().membership.updateMany({
      where: { businessId, personId: context.actor.personId },
      data: { role },
    });
  await withRole(owner, 'finance');
  await withRole(finance, 'owner');
  await runWorker();
  const { files } = await listExportFiles(owner, businessId);
  expect(files).toMatchObject([{ fileId: forbidden.fileId, state: 'failed' }]);
  expect(files[0]?.problem).toMatch(/role/);
  const response = await fetchExportFile(finance, businessId, withoutRisk.fileId);
  const [csv] = await unzip(new Uint8Array(await response.arrayBuffer()));
  expect(new TextDecoder().decode(csv?.bytes)).not.toMatch(/risk|0\.93/);
});

test('allows three files at once until one ends or is stopped', async () => {
  const [one] = [await start('refunds', 'csv'), await start('refunds', 'csv'), await start('refunds', 'csv')];
  await expect(start('refunds', 'csv')).rejects.toMatchObject({ code: 'conflict' });
  await stopExportFile(tenant.as.finance, { businessId: tenant.businessId, fileId: one.fileId });
  await expect(
    stopExportFile(tenant.as.finance, { businessId: tenant.businessId, fileId: one.fileId }),
  ).rejects.toMatchObject({ code: 'conflict' });
  await start('refunds', 'csv');
  expect(await runWorker()).toMatchObject({ rows: 0, files: 3 });
});
