import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { proposePeriodReopening, signClose } from './close-period.ts';
import { listClosedPeriods, readPack, readStatementRows, verifyPack } from './index.ts';
import { statementLines } from './model/lines.ts';
import { addDays } from './model/period.ts';
import { createStatementFixture, listAmounts, listProofs, toPeriod } from './testing/statement-fixture.ts';

const desk = createStatementFixture();

describe('a closed period', () => {
  test('is signed by one person and approved by another, and keeps its figures', async () => {
    await desk.open('2026-10-01', '100');
    const late = await desk.deposit('2026-10-10T10:00:00Z', { settlementPayableAmount: '10' });
    const cancelled = await desk.withdrawal('2026-10-11T10:00:00Z', { deductedSettlementAmount: '3' });
    await desk.deposit('2026-11-10T10:00:00Z', { settlementPayableAmount: '20' });
    const proposalId = await desk.sign('2026-10');
    await expect(desk.answer('close', proposalId, desk.tenant.as.finance)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(desk.answer('close', proposalId, desk.tenant.as.viewer)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await desk.answer('close', proposalId);
    const closed = await desk.read('2026-10');
    expect(closed.closed).toMatchObject({ closeId: proposalId, number: 1, revision: 1, closing: '107' });
    expect(listProofs(closed)).toMatchObject({ lines: 'good', ledger: 'good' });

    const now = new Date();
    const changeDeposit = (fields: object) =>
      database().deposit.updateMany({ where: { depositId: late }, data: { ...fields, changedAt: now } });
    await changeDeposit({ settlementPayableAmount: '11.5' });
    await database().withdrawal.updateMany({
      where: { withdrawalId: cancelled },
      data: { status: 'FAILED', changedAt: now },
    });
    await desk.deposit('2026-10-20T10:00:00Z', { settlementPayableAmount: '0.5', changedAt: now });
    const after = await desk.read('2026-10');
    expect(after.figures).toEqual(closed.figures);
    expect(after.laterFacts).toBe(3);
    const november = await desk.read('2026-11');
    expect(november.figures).toMatchObject({ opening: '107', closing: '132' });
    expect(listAmounts(november)).toEqual({ credited: '20', adjustments: '5' });
    expect(listProofs(november)).toMatchObject({ lines: 'good', ledger: 'good' });
    // The quarter and December agree with it.
    expect((await desk.read('2026-12')).figures.opening).toBe('132');
    expect((await desk.read('2026-Q4')).figures).toMatchObject({ opening: '100', closing: '132' });
  });

  test('books each later fact once, also over several closes', async () => {
    await desk.open('2026-08-01', '0');
    const late = await desk.deposit('2026-08-10T10:00:00Z', { settlementPayableAmount: '10' });
    await desk.close('2026-08');
    const change = (digits: string) =>
      database().deposit.updateMany({
        where: { depositId: late },
        data: { settlementPayableAmount: digits, changedAt: new Date() },
      });
    await change('12');
    await desk.close('2026-09');
    expect(listAmounts(await desk.read('2026-09'))).toEqual({ adjustments: '2' });
    expect(listAmounts(await desk.read('2026-10'))).toEqual({});
    await change('9');
    const october = await desk.read('2026-10');
    expect(listAmounts(october)).toEqual({ adjustments: '-3' });
    expect(october.figures).toMatchObject({ opening: '12', closing: '9' });
    const { rows, adjusts } = await readStatementRows(desk.tenant.as.viewer, desk.tenant.businessId, {
      ...{ currency: 'EUR', period: toPeriod('2026-10'), line: 'adjustments', after: null },
    });
    expect(rows).toMatchObject([{ recordId: late, kind: 'deposit', amount: '-3' }]);
    expect(adjusts).toEqual({ [late]: { from: '2026-08-01', to: '2026-08-31' } });
    // The period that booked it, also once the deposit has left it.
    await database().deposit.updateMany({
      where: { depositId: late },
      data: { sortAt: new Date('2026-10-05T10:00:00Z'), depositReceivedAt: new Date('2026-10-05T10:00:00Z') },
    });
    const moved = await readStatementRows(desk.tenant.as.viewer, desk.tenant.businessId, {
      ...{ currency: 'EUR', period: toPeriod('2026-10'), line: 'adjustments', after: null },
    });
    expect(moved).toMatchObject({ rows: [{ amount: '-12' }], adjusts: { [late]: { from: '2026-08-01' } } });
  });

  test('keeps the figures of its days and weeks, which add up to it', async () => {
    await desk.open('2026-09-01', '0');
    const late = await desk.deposit('2026-09-10T10:00:00Z', { settlementPayableAmount: '10' });
    await desk.close('2026-09');
    const change = (digits: string) =>
      database().deposit.updateMany({
        where: { depositId: late },
        data: { settlementPayableAmount: digits, changedAt: new Date() },
      });
    await change('12');
    await desk.deposit('2026-10-20T10:00:00Z', { settlementPayableAmount: '5' });
    await desk.settle('2026-10-31', '1');
    await desk.close('2026-10');
    await change('15');
    await desk.deposit('2026-10-20T11:00:00Z', { settlementPayableAmount: '1', changedAt: new Date() });
    expect(listAmounts(await desk.read('2026-09-10..2026-09-10'))).toEqual({ credited: '10' });
    expect(listAmounts(await desk.read('2026-10-01..2026-10-01'))).toEqual({ adjustments: '2' });
    const days = ['2026-10-01..2026-10-19', '2026-10-20..2026-10-20', '2026-10-21..2026-10-31'];
    const views = await Promise.all(days.map((text) => desk.read(text)));
    expect(views.map(listAmounts)).toEqual([{ adjustments: '2' }, { credited: '5' }, { settlements: '-1' }]);
    expect(views.map(({ figures }) => figures.closing)).toEqual(['12', '17', '16']);
    for (const view of views) expect(listProofs(view)).toMatchObject({ lines: 'good', ledger: 'good' });
    // Days of two periods, the second of which is open.
    const both = await desk.read('2026-10-20..2026-11-10');
    expect(listAmounts(both)).toEqual({ credited: '5', settlements: '-1', adjustments: '4' });
    expect(both.figures).toMatchObject({ opening: '12', closing: '20' });
    expect(listProofs(both)).toMatchObject({ lines: 'good', ledger: 'good' });
    // Adjustments that a close stored, and those of the open day.
    const all = await desk.read('2026-10-01..2026-11-10');
    expect(listAmounts(all)).toEqual({ credited: '5', settlements: '-1', adjustments: '6' });
    expect(listProofs(all)).toMatchObject({ lines: 'good', ledger: 'good' });
    // A business in another time zone now has the days as they were signed.
    await database().business.update({
      where: { id: desk.tenant.businessId },
      data: { timeZone: 'Pacific/Auckland' },
    });
    expect(listAmounts(await desk.read('2026-10-20..2026-10-20'))).toEqual({ credited: '5' });
  });

  test('leaves open what is before the first one', async () => {
    await desk.deposit('2026-09-10T10:00:00Z', { settlementPayableAmount: '1' });
    await desk.settle('2026-09-11', '0.5');
    await desk.deposit('2026-10-10T10:00:00Z', { settlementPayableAmount: '2' });
    await desk.close('2026-10');
    await desk.deposit('2026-11-10T10:00:00Z', { settlementPayableAmount: '4' });
    const view = await desk.read('2026-09-01..2026-11-30');
    expect(listAmounts(view)).toEqual({ credited: '7', settlements: '-0.5' });
    expect(listProofs(view)).toMatchObject({ lines: 'good' });
    expect(listAmounts(await desk.read('2026-Q3'))).toEqual({ credited: '1', settlements: '-0.5' });
  });

  test('divides its movements among any days, each once', async () => {
    const late = await desk.deposit('2026-09-30T21:59:59Z', { settlementPayableAmount: '10' });
    for (const day of ['08-02', '09-01', '09-15', '10-01', '10-31', '11-02', '11-29']) {
      await desk.deposit(`2026-${day}T10:00:00Z`, { settlementPayableAmount: '1.5' });
      await desk.withdrawal(`2026-${day}T11:00:00Z`, { deductedSettlementAmount: '0.25' });
      await desk.settle(`2026-${day}`, '0.01');
    }
    await desk.close('2026-09');
    const change = (digits: string) =>
      database().deposit.updateMany({
        where: { depositId: late },
        data: { settlementPayableAmount: digits, changedAt: new Date() },
      });
    await change('12');
    await desk.close('2026-10');
    await change('13');
    const [from, to] = ['2026-08-01', '2026-11-30'];
    const readRows = async (text: string) => {
      const period = toPeriod(text);
      const lines = statementLines.map(async (line) => {
        const chosen = { currency: 'EUR', period, line, after: null };
        return (await readStatementRows(desk.tenant.as.viewer, desk.tenant.businessId, chosen)).rows;
      });
      return (await Promise.all(lines)).flat();
    };
    const whole = await desk.read(`${from}..${to}`);
    expect(whole.figures.change).toBe('21.68');
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 121 }), { maxLength: 4 }), async (cuts) => {
        const starts = [0, ...cuts.toSorted((one, other) => one - other)].map((day) => addDays(from, day));
        const texts = starts.map((day, at) => {
          const next = starts[at + 1];
          return `${day}..${next === undefined ? to : addDays(next, -1)}`;
        });
        const rows = (await Promise.all(texts.map(readRows))).flat();
        const toText = ({ line, kind, recordId, amount }: (typeof rows)[number]) =>
          `${line} ${kind} ${recordId} ${amount}`;
        expect(rows.map(toText).toSorted()).toEqual(
          (await readRows(`${from}..${to}`)).map(toText).toSorted(),
        );
        for (const text of texts) {
          const view = await desk.read(text);
          expect(listProofs(view), text).toMatchObject({ lines: 'good' });
        }
      }),
      { numRuns: propertyRuns(3) },
    );
  });

  test('is closed in order, after its end, with a reason for each open point', async () => {
    await desk.open('2026-08-01', '0');
    await desk.deposit('2026-09-10T10:00:00Z');
    await desk.close('2026-08');
    await expect(desk.sign('2026-10')).rejects.toMatchObject({ code: 'conflict' });
    await expect(desk.sign('2026-08')).rejects.toMatchObject({ code: 'conflict' });
    const { figuresHash } = await desk.read('2026-09');
    const form = {
      businessId: desk.tenant.businessId,
      currency: 'EUR',
      period: '2026-09',
      seen: figuresHash,
    };
    await expect(signClose(desk.tenant.as.finance, { ...form, reasons: {} })).rejects.toMatchObject({
      code: 'invalid',
    });
    const view = await desk.read('2026-09');
    await desk.deposit('2026-09-11T10:00:00Z', { settlementPayableAmount: '1' });
    await expect(desk.sign('2026-09', view)).rejects.toMatchObject({ code: 'conflict' });
    const proposalId = await desk.sign('2026-09');
    await desk.deposit('2026-09-12T10:00:00Z', { settlementPayableAmount: '1' });
    await expect(desk.answer('close', proposalId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await database().closeRow.count({ where: { closeId: proposalId } })).toBe(0);
  });

  test('is reopened by two people, and closed again as another revision', async () => {
    await desk.open('2026-08-01', '0');
    const august = await desk.close('2026-08');
    const september = await desk.close('2026-09');
    const propose = (closeId: string) =>
      proposePeriodReopening(desk.tenant.as.finance, {
        ...{ businessId: desk.tenant.businessId, closeId, reason: 'A bank line was missing' },
      });
    const early = await propose(august);
    await expect(desk.answer('reopening', early.proposalId)).rejects.toMatchObject({ code: 'conflict' });
    const { proposalId } = await propose(september);
    await expect(desk.answer('reopening', proposalId, desk.tenant.as.finance)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await desk.answer('reopening', proposalId);
    await desk.settle('2026-09-30', '5');
    await desk.close('2026-09');
    const closes = await listClosedPeriods(desk.tenant.as.viewer, desk.tenant.businessId);
    expect(closes.map(({ from, number, revision, closing }) => [from, number, revision, closing])).toEqual([
      ['2026-09-01', 2, 2, '-5'],
      ['2026-09-01', 2, 1, '0'],
      ['2026-08-01', 1, 1, '0'],
    ]);
  });

  test('can’t be changed in the database, and needs two people there', async () => {
    await desk.deposit('2026-09-10T10:00:00Z', { settlementPayableAmount: '1' });
    const closeId = await desk.close('2026-09');
    const where = { businessId: desk.tenant.businessId, closeId };
    await expect(database().closeRow.updateMany({ where, data: { amount: '2' } })).rejects.toThrow(
      'never changed',
    );
    await expect(database().closeRow.deleteMany({ where })).rejects.toThrow('never changed');
    const row = { ...where, line: 'credited', kind: 'deposit', recordId: randomUUID(), at: new Date() };
    await expect(database().closeRow.create({ data: row })).rejects.toThrow('never changed');
    await expect(database().periodClose.updateMany({ where, data: { closing: '2' } })).rejects.toThrow(
      'never changed',
    );
    await expect(database().periodClose.deleteMany({ where })).rejects.toThrow('never changed');
    const reopened = { reopenedAt: new Date(), reopenedBy: randomUUID() };
    await expect(database().periodClose.updateMany({ where, data: reopened })).rejects.toThrow('two people');
  });

  test('has a pack that is verified without the database, and a changed one fails', async () => {
    await desk.open('2026-10-01', '1');
    await desk.deposit('2026-10-10T10:00:00Z', {
      settlementPayableAmount: '10.25',
      settlementServiceFee: '0.5',
    });
    await desk.deposit('2026-10-11T10:00:00Z');
    await desk.withdrawal('2026-10-12T10:00:00Z', { deductedSettlementAmount: '2' });
    const closeId = await desk.close('2026-10');
    const { lines } = await readPack(desk.tenant.as.accountant, desk.tenant.businessId, closeId);
    let text = '';
    for await (const part of lines) text += part;
    const verify = async (content: string) => {
      const list = content.trimEnd().split('\n');
      return verifyPack(Readable.from(list));
    };
    const { head, sha256, breaches } = await verify(text);
    expect(breaches).toEqual([]);
    expect(head).toMatchObject({ closeId, rows: 3, figures: { closing: '9.25' } });
    const [closed] = await listClosedPeriods(desk.tenant.as.viewer, desk.tenant.businessId);
    expect(sha256).toBe(closed?.packSha256);
    const audited = await database().auditEntry.findFirstOrThrow({
      where: { chainId: desk.tenant.businessId, action: 'period.close' },
    });
    expect(audited.after).toMatchObject({ packSha256: sha256 });

    const changes: readonly (readonly [from: string | RegExp, to: string])[] = [
      [/,10\.25,/, ',10.26,'],
      [/,0\.5,/, ',0.6,'],
      [/^withdrawals,.*\n/m, ''],
      ['"closing":"9.25"', '"closing":"9.26"'],
      ['"change":"8.25"', '"change":"8.26"'],
      [/^credited/m, 'declared'],
    ];
    for (const [from, to] of changes) {
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      expect((await verify(changed)).breaches, String(from)).not.toEqual([]);
    }
    // A head that is consistent in itself has another hash than the audit log.
    const renamed = await verify(text.replace('Checked with the bank', 'Nothing to see'));
    expect(renamed.breaches).toEqual([]);
    expect(renamed.sha256).not.toBe(sha256);
    expect((await verify('{}')).breaches).toHaveLength(1);
    expect((await verify('not a pack')).breaches).toHaveLength(1);
    await expect(readPack(desk.tenant.as.viewer, desk.tenant.businessId, closeId)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
