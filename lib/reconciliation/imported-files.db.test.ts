import { describe, expect, test, vi } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { removeImport, retryImport } from './import-files.ts';
import { readRefusedLines, runBankImports } from './index.ts';
import { startImportForm } from './schema.ts';
import {
  countStates,
  importStatement,
  readImport,
  readPeriod,
  saveAndApply,
  toRule,
  uploadStatement,
  writeCamt,
} from './testing/reconciliation-fixture.ts';

const desk = createStatementFixture();
const reason = 'The wrong account';
const readFiles = () => runBankImports(systemContext('bank-imports'), new AbortController().signal);
const october = async () => (await readPeriod(desk.tenant, '2026-10')).lines.map(({ amount }) => amount);

/** Makes the settings of matching unreadable, so that an import fails after its lines are stored. */
const breakSettings = () =>
  database().$executeRaw`
    UPDATE setting SET value = '{"rules": [1], "columns": []}'
     WHERE business_id = ${desk.tenant.businessId}::uuid AND kind = 'reconciliation'`;

describe('an imported file', () => {
  test('names all its refused lines in a file, and the first ones on the page', async () => {
    const { businessId, as } = desk.tenant;
    const rows = Array.from({ length: 250 }, (_, at) => `2026-10-05,none ${at}`);
    const found = await importStatement(
      desk.tenant,
      ['Date,Amount', '2026-10-05,1', ...rows, ''].join('\n'),
      'a.csv',
    );
    expect(found).toMatchObject({ added: 1, refused: 250 });
    expect(found.problems).toHaveLength(100);
    expect(found.problems.at(-1)).toEqual({ place: 102, problem: 'amount', value: 'none 99' });
    const lines = await readRefusedLines(as.viewer, businessId, found.importId);
    expect(lines).toHaveLength(251);
    expect([lines[0], lines.at(-1)]).toEqual([
      ['line', 'problem', 'value'],
      ['252', '“none 249” is not an amount.', 'none 249'],
    ]);
    const other = await createTenant();
    for (const importId of [found.importId, 'x'])
      await expect(readRefusedLines(other.as.owner, other.businessId, importId)).rejects.toMatchObject({
        code: 'not-found',
      });
  });

  test('leaves the lines that another file contains, too, when it is removed', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '20' });
    await saveAndApply(tenant, toRule(tenant));
    const first = await importStatement(
      tenant,
      writeCamt([
        ['2026-10-05', '10', 'A'],
        ['2026-10-06', '20', 'B'],
      ]),
    );
    const second = await importStatement(
      tenant,
      writeCamt([
        ['2026-10-06', '20', 'B'],
        ['2026-10-06', '20', 'B'],
        ['2026-10-07', '30', 'C'],
      ]),
    );
    expect(second).toMatchObject({ added: 1, repeated: 2 });
    const third = await importStatement(tenant, writeCamt([['2026-10-06', '20', 'B']]));
    expect(await removeImport(as.finance, { businessId, importId: first.importId, reason })).toEqual({
      removed: 1,
    });
    expect(await october()).toEqual(['20', '30']);
    expect(countStates((await readPeriod(tenant, '2026-10')).lineTotals)).toEqual({ rule: 1, unmatched: 1 });
    await removeImport(as.finance, { businessId, importId: third.importId, reason });
    expect(await october()).toEqual(['20', '30']);
    await removeImport(as.finance, { businessId, importId: second.importId, reason });
    expect(await october()).toEqual([]);
  });

  test('of a person who lost their role imports nothing', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    const importId = await uploadStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    await database().membership.updateMany({
      where: { businessId, personId: as.finance.actor.personId },
      data: { role: 'viewer' },
    });
    await readFiles();
    expect(await readImport(tenant, importId)).toMatchObject({
      state: 'failed',
      failure: 'access',
      added: 0,
    });
    expect(await october()).toEqual([]);
    expect(await database().uploadChunk.count({ where: { businessId } })).toBe(0);
    await expect(retryImport(as.owner, { businessId, importId })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that fails unexpectedly ends as failed, leaves no line, and can be tried again', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    await saveAndApply(tenant, toRule(tenant));
    const importId = await uploadStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    const settings = await database().setting.findFirstOrThrow({
      where: { businessId, kind: 'reconciliation' },
    });
    await breakSettings();
    await readFiles();
    await database().setting.updateMany({
      where: { businessId, kind: 'reconciliation' },
      data: { value: settings.value ?? {} },
    });
    expect(await readImport(tenant, importId)).toMatchObject({ state: 'failed', failure: 'unexpected' });
    expect(await october()).toEqual([]);
    await expect(retryImport(as.viewer, { businessId, importId })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await retryImport(as.finance, { businessId, importId });
    await readFiles();
    expect(await readImport(tenant, importId)).toMatchObject({ state: 'done', added: 1, repeated: 0 });
    expect(await october()).toEqual(['10']);
    expect(
      await database().auditEntry.count({
        where: { chainId: businessId, action: 'reconciliation.retry-import', objectId: importId },
      }),
    ).toBe(1);
  });

  test.each([
    { settings: 'readable', breaks: async () => 0 },
    { settings: 'unreadable', breaks: breakSettings },
  ])('ends only for the process that holds its lease, with $settings settings', async ({ breaks }) => {
    const { tenant } = desk;
    const { businessId } = tenant;
    await saveAndApply(tenant, toRule(tenant));
    const importId = await uploadStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    const settings = await database().setting.findFirstOrThrow({
      where: { businessId, kind: 'reconciliation' },
    });
    await breaks();
    const blocker = await databasePool().connect();
    let reading: Promise<unknown>;
    try {
      await blocker.query('BEGIN');
      await blocker.query(`SELECT pg_advisory_xact_lock(hashtextextended('bank ' || $1, 0))`, [businessId]);
      reading = readFiles();
      const where = { businessId, importId, added: 1 };
      await vi.waitFor(async () => expect(await database().bankImport.count({ where })).toBe(1), 60_000);
      // Another process leases the file in the meantime.
      await database().bankImport.updateMany({
        where: { businessId, importId },
        data: { leasedUntil: new Date(Date.now() + 600_000) },
      });
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    await reading;
    await database().setting.updateMany({
      where: { businessId, kind: 'reconciliation' },
      data: { value: settings.value ?? {} },
    });
    expect(await readImport(tenant, importId)).toMatchObject({ state: 'waiting', added: 1 });
    expect(await october()).toEqual(['10']);
    // The other process reads it to its end.
    await database().bankImport.updateMany({
      where: { businessId, importId },
      data: { leasedUntil: new Date(Date.now() - 1_000) },
    });
    await readFiles();
    expect(await readImport(tenant, importId)).toMatchObject({ state: 'done', added: 1, repeated: 0 });
    expect(await october()).toEqual(['10']);
  });

  test('with columns that can’t be read fails alone, and can be removed with its bytes', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    const csv = 'Date,Amount\n2026-10-05,2.50\n';
    const broken = await uploadStatement(tenant, csv, 'a.csv');
    const sound = await uploadStatement(tenant, csv, 'b.csv');
    await database().bankImport.update({
      where: { businessId_importId: { businessId, importId: broken } },
      data: { mapping: { columns: 'none' } },
    });
    await readFiles();
    expect(await readImport(tenant, sound)).toMatchObject({ state: 'done', added: 1 });
    expect(await readImport(tenant, broken)).toMatchObject({ state: 'failed', failure: 'unexpected' });
    await removeImport(as.finance, { businessId, importId: broken, reason });
    expect(await readImport(tenant, broken)).toMatchObject({ state: 'removed' });
    expect(await database().uploadChunk.count({ where: { businessId } })).toBe(0);
    expect(await october()).toEqual(['2.5']);
  });

  test('has column names of a bounded length', () => {
    const form = { businessId: desk.tenant.businessId, fileName: 'a.csv', size: 10, mapping: null };
    const parse = (header: string) => startImportForm.safeParse({ ...form, headers: [header] }).success;
    expect([parse('x'.repeat(300)), parse('x'.repeat(301))]).toEqual([true, false]);
  });
});
