import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { snoozeCase } from '#lib/reviews/cases/snooze-case.ts';
import { sweepCases } from '#lib/reviews/testing/sweep-cases.ts';
import { instant } from '#lib/values/instant.ts';
import { exportList } from '../export-list.ts';
import { exportedLists } from '../list-table.ts';
import { readCsv, readSheet, withoutOffset } from '../testing/read-tables.ts';
import { createExportFiles } from './make-files.ts';
import { fetchExportFile, listExportFiles } from './queries.ts';
import { startExportFile } from './start-file.ts';

/** Files of compliance: the review queue and the audit log. */
const requestedAt = instant(Date.parse('2026-11-20T22:30:00Z'));
const runWorker = (at = requestedAt) =>
  createExportFiles(
    createContext({ kind: 'system', name: 'exports' }, { clock: createFixedClock(at) }),
    AbortSignal.timeout(60_000),
  );
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant(createFixedClock(requestedAt));
  for (const role of ['compliance', 'owner'] as const)
    await addFactor(tenant.as[role].actor.personId, requestedAt);
  for (const [n, clientPaymentId] of ['=cmd', 'a,"b"\r\nc', 'order-3', 'order-4'].entries())
    await insertDeposit(tenant.businessId, await insertPayment(tenant.businessId, { clientPaymentId }), {
      status: n % 2 === 0 ? 'BLOCKED' : 'COMPLIANCE_REVIEW',
      depositCurrency: 'BTC',
      depositAmount: '12345678901234567890123456789012345.000000000000000001',
      uniformPayableAmount: n === 0 ? null : '12.5',
      recordSeen: true,
    });
  await sweepCases();
});

type DeskList = 'reviews' | 'audit';

const start = (who: Context<PersonActor>, list: DeskList, query: string) =>
  startExportFile(who, { businessId: tenant.businessId, list, format: 'xlsx', query });

async function readWorkbook(who: Context<PersonActor>, fileId: string) {
  const file = await fetchExportFile(who, tenant.businessId, fileId);
  const parts = await unzip(new Uint8Array(await file.arrayBuffer()));
  const sheet = parts.find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  return readSheet(new TextDecoder().decode(sheet?.bytes));
}

async function exportCsv(who: Context<PersonActor>, list: DeskList, address: string, columns: string | null) {
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(exportedLists[list], (name) => parameters.get(name));
  const { body } = await exportList(who, tenant.businessId, list, query, columns);
  return readCsv(await new Response(body).text());
}

test.each([
  ['compliance', 'reviews', '', null, 4],
  ['owner', 'reviews', 'serviceStatus=BLOCKED', 'dueAt,amount', 2],
  ['compliance', 'audit', 'actor=system&sort=oldest', null, 4],
  ['owner', 'audit', 'action=review-case.open', 'at,tells', 4],
] as const)(
  '%s takes %s under "%s" as a workbook: the cells of the CSV file',
  async (role, list, filter, columns, rows) => {
    const who = tenant.as[role];
    const csv = await exportCsv(who, list, filter, columns);
    expect(csv).toHaveLength(rows + 1);
    const address = columns === null ? filter : `${filter}&columns=${columns}`;
    const { fileId } = await start(who, list, address);
    await runWorker();
    const [head = [], ...cells] = await readWorkbook(who, fileId);
    const [names, ...lines] = csv.map((row) => row.map(withoutOffset));
    // A CSV file has no rounded amounts.
    const isExact = (_cell: string, at: number) => !head[at]?.endsWith('(rounded)');
    expect(cells.map((row) => row.filter(isExact))).toEqual(lines);
    for (const row of cells)
      for (const rounded of row.filter((_cell, at) => head[at] === 'Amount (rounded)'))
        expect(rounded).toBe('12345678901234600000000000000000000');
    expect(head.includes('Amount (rounded)')).toBe(columns === 'dueAt,amount');
    // Selected columns have headings for people.
    if (columns === null) expect(head).toEqual(names);
    else expect(head).not.toContain('object_id');
  },
);

test('exports selected rows of both lists', async () => {
  const who = tenant.as.compliance;
  for (const list of ['reviews', 'audit'] as const) {
    const whole = await exportCsv(who, list, 'sort=oldest', null);
    const id = list === 'reviews' ? whole[1]?.[1] : `00000000-0000-4000-8000-${'1'.padStart(12, '0')}`;
    const { fileId } = await start(who, list, `only=${id}`);
    await runWorker();
    const [head, ...rows] = await readWorkbook(who, fileId);
    expect(head).toEqual(whole[0]);
    expect(rows).toHaveLength(1);
  }
});

test('treats snoozed and overdue cases as of the request, even if the file is created later', async () => {
  const who = tenant.as.compliance;
  const first = await database().reviewCase.findFirstOrThrow({ where: { businessId: tenant.businessId } });
  const { caseId, version } = first;
  await snoozeCase(who, { businessId: tenant.businessId, caseId, version, hours: 4 });
  const { fileId } = await start(who, 'reviews', '');
  await runWorker(instant(requestedAt + 5 * 60 * 60_000));
  expect(await readWorkbook(who, fileId)).toHaveLength(3 + 1);
});

test('refuses other roles, and files requested in a former role', async () => {
  const { businessId, as } = tenant;
  const other = await createTenant();
  for (const list of ['reviews', 'audit'] as const) {
    for (const role of ['viewer', 'finance'] as const)
      await expect(start(as[role], list, '')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(start(other.as.owner, list, '')).rejects.toMatchObject({ code: 'not-found' });
  }
  const files = [await start(as.compliance, 'reviews', ''), await start(as.compliance, 'audit', '')];
  await runWorker();
  const late = await start(as.compliance, 'audit', '');
  const shownTo = async (who: Context<PersonActor>) =>
    (await listExportFiles(who, businessId)).files.map(({ fileId }) => fileId);
  for (const { fileId } of files) {
    expect(await shownTo(as.compliance)).toContain(fileId);
    await expect(fetchExportFile(as.owner, businessId, fileId)).rejects.toMatchObject({ code: 'not-found' });
  }
  const { businessId: id, personId } = { businessId, personId: as.compliance.actor.personId };
  await database().membership.updateMany({ where: { businessId: id, personId }, data: { role: 'finance' } });
  await runWorker();
  const demoted: Context<PersonActor> = {
    ...as.compliance,
    actor: { ...as.compliance.actor, roles: new Map([[businessId, 'finance']]) },
  };
  expect(await shownTo(demoted)).toEqual([]);
  for (const { fileId } of files)
    await expect(fetchExportFile(demoted, businessId, fileId)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await database().exportFile.findFirst({ where: { fileId: late.fileId } })).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/role/),
  });
});

test('makes no file for a person who has no second factor any more', async () => {
  const { as, businessId } = await createTenant(createFixedClock(requestedAt));
  const request = { businessId, list: 'reviews', format: 'csv', query: '' } as const;
  const { fileId } = await startExportFile(as.compliance, request);
  await runWorker();
  expect(await database().exportFile.findFirst({ where: { fileId } })).toMatchObject({ state: 'failed' });
});
