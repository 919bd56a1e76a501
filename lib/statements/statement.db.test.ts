import { describe, expect, test } from 'vitest';
import { checkJournalForm } from '#lib/accounting/schema.ts';
import { database } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { exportStatement } from '#lib/exports/export-statement.ts';
import { parseReconciliationQuery } from '#lib/reconciliation/schema.ts';
import { updateRollups } from '#lib/rollups/index.ts';
import { readStatement } from './index.ts';
import { parseStatementQuery, proposeBasisForm, proposeOpeningForm, recordSettlementForm } from './schema.ts';
import { proposeBasis } from './set-position.ts';
import { recordSettlement, removeSettlement } from './settlements.ts';
import { createStatementFixture, listAmounts, listProofs, toPeriod } from './testing/statement-fixture.ts';

const desk = createStatementFixture();

describe('a statement', () => {
  test('adds up credited deposits, withdrawals and settlements to the last digit, in the zone of the business', async () => {
    await desk.open('2026-10-01', '100');
    await desk.deposit('2026-09-30T21:59:59Z', { settlementPayableAmount: '1000' });
    await desk.deposit('2026-09-30T22:00:00Z', { settlementPayableAmount: '10.000000000000000001' });
    // The clocks go back on 25 October, so that October ends an hour later in UTC.
    await desk.deposit('2026-10-31T22:59:59Z', {
      settlementPayableAmount: '0.1',
      settlementServiceFee: '0.01',
    });
    await desk.deposit('2026-10-31T23:00:00Z', { settlementPayableAmount: '5' });
    await desk.deposit('2026-10-10T10:00:00Z', { settlementCurrency: 'USDT', settlementPayableAmount: '7' });
    await desk.deposit('2026-10-10T10:00:00Z', { status: 'UNCONFIRMED', settlementPayableAmount: '7' });
    await desk.withdrawal('2026-10-12T10:00:00Z', { deductedSettlementAmount: '4.05' });
    await desk.withdrawal('2026-10-12T10:00:00Z', { deductedSettlementAmount: '9', status: 'FAILED' });
    await desk.settle('2026-10-31', '60');
    const view = await desk.read('2026-10');
    expect(view.figures).toMatchObject({
      beginsAt: '2026-09-30T22:00:00Z',
      endsAt: '2026-10-31T23:00:00Z',
      opening: '100',
      change: '-53.949999999999999999',
      closing: '46.050000000000000001',
    });
    expect(listAmounts(view)).toEqual({
      credited: '10.100000000000000001',
      withdrawals: '-4.05',
      settlements: '-60',
    });
    expect(view.figures.memo[0]).toEqual({ name: 'serviceFee', amount: '0.01', known: 1, count: 2 });
    expect(listProofs(view)).toEqual({ lines: 'good', ledger: 'good', cash: 'open' });
    expect((await desk.read('2026-11')).figures).toMatchObject({ opening: '46.050000000000000001' });
    expect((await desk.read('2026-09')).figures).toMatchObject({ opening: null, closing: null });
  });

  test('names the lines and days whose rows have another sum', async () => {
    await desk.deposit('2026-10-10T10:00:00Z', { settlementPayableAmount: '10' });
    await desk.deposit('2026-10-20T10:00:00Z', { settlementPayableAmount: '12.5' });
    await desk.withdrawal('2026-10-12T10:00:00Z', { deductedSettlementAmount: '4' });
    await updateRollups(systemContext(), new AbortController().signal);
    expect((await desk.read('2026-10')).proofs[0]).toMatchObject({ state: 'good', causes: [] });
    // Something else than the fold wrote a total.
    const { businessId } = desk.tenant;
    await database().dayTotal.updateMany({
      where: { businessId, kind: 'deposit-settlement' },
      data: { credited: '12.5' },
    });
    expect((await desk.read('2026-10')).proofs[0]).toEqual({
      ...{ name: 'lines', state: 'bad', difference: '2.5' },
      causes: [
        { kind: 'line', line: 'credited', amount: '2.5' },
        { kind: 'day', line: 'credited', day: '2026-10-10', amount: '2.5' },
      ],
    });
  });

  test('never counts a missing value as zero', async () => {
    await desk.deposit('2026-10-10T10:00:00Z', { settlementPayableAmount: '0' });
    await desk.deposit('2026-10-11T10:00:00Z');
    await desk.deposit('2026-10-12T10:00:00Z', { settlementCurrency: null });
    await desk.withdrawal('2026-10-12T10:00:00Z');
    const view = await desk.read('2026-10');
    expect(listAmounts(view)).toEqual({
      credited: '0',
      depositsNotReported: null,
      withdrawalsNotReported: null,
    });
    expect(view.figures).toMatchObject({ withoutCurrency: 1, opening: null, closing: null });
    expect(view.closing.checklist).toEqual(
      expect.arrayContaining([
        { item: 'notReported', count: 2 },
        { item: 'withoutCurrency', count: 1 },
      ]),
    );
  });

  test('counts amounts of callbacks only after two people declared them credited', async () => {
    await desk.open('2026-10-01', '0');
    await desk.deposit('2026-10-10T10:00:00Z', { callbackSettlementAmount: '12.5' });
    const before = await desk.read('2026-10');
    expect(listAmounts(before)).toEqual({ reported: '12.5' });
    expect(before.figures.closing).toBe('0');
    const form = proposeBasisForm.parse({
      businessId: desk.tenant.businessId,
      counts: true,
      reason: 'The service confirmed it in writing',
    });
    await expect(proposeBasis(desk.tenant.as.finance, form)).rejects.toMatchObject({ code: 'forbidden' });
    const { proposalId } = await proposeBasis(desk.tenant.as.owner, form);
    await expect(desk.answer('basis', proposalId, desk.tenant.as.owner)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await desk.answer('basis', proposalId);
    const after = await desk.read('2026-10');
    expect(listAmounts(after)).toEqual({ declared: '12.5' });
    expect(after.figures).toMatchObject({ closing: '12.5', countsCallbacks: true });
    expect(listProofs(after)).toMatchObject({ lines: 'good', ledger: 'good' });
  });

  test('adds up amounts beyond the digits of a single amount', async () => {
    const largest = '9'.repeat(35);
    await desk.deposit('2026-10-10T10:00:00Z', { settlementPayableAmount: largest });
    await desk.deposit('2026-10-11T10:00:00Z', { settlementPayableAmount: `${largest}.5` });
    expect((await desk.read('2026-10')).figures.change).toBe(`1${'9'.repeat(34)}8.5`);
  });

  test('records a settlement once, and forgets a removed one', async () => {
    await desk.settle('2026-10-05', '10', 'A-1');
    await expect(desk.settle('2026-10-05', '10', 'A-1')).rejects.toMatchObject({ code: 'conflict' });
    const { lineId } = await desk.settle('2026-10-05', '10', 'A-2');
    expect(listAmounts(await desk.read('2026-10'))).toEqual({ settlements: '-20' });
    const input = { businessId: desk.tenant.businessId, lineId, reason: 'It was another business' };
    await removeSettlement(desk.tenant.as.finance, input);
    expect(listAmounts(await desk.read('2026-10'))).toEqual({ settlements: '-10' });
    await expect(removeSettlement(desk.tenant.as.finance, input)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is closed to other businesses and needs the right role', async () => {
    const stranger = await createTenant();
    await expect(
      readStatement(stranger.as.owner, desk.tenant.businessId, {
        currency: 'EUR',
        period: toPeriod('2026-10'),
      }),
    ).rejects.toMatchObject({ code: 'not-found' });
    for (const by of [desk.tenant.as.viewer, desk.tenant.as.accountant, desk.tenant.as.compliance])
      await expect(
        recordSettlement(
          by,
          recordSettlementForm.parse({
            ...{
              businessId: desk.tenant.businessId,
              currency: 'EUR',
              day: '2026-10-01',
              amount: '1',
              reference: 'x',
            },
          }),
        ),
      ).rejects.toMatchObject({ code: 'forbidden' });
  });
});

test('asks for a reason for each proof that fails, and for cash that no statement proves', async () => {
  await desk.open('2026-10-01', '0');
  await desk.deposit('2026-10-10T10:00:00Z', { settlementPayableAmount: '10' });
  const read = async () => {
    const { closing } = await desk.read('2026-10');
    return closing.checklist.flatMap(({ item }) => (item === 'exceptions' ? [] : [item]));
  };
  expect(await read()).toEqual(['settlements']);
  // A payout that a person recorded has no line of an imported statement.
  await desk.settle('2026-10-12', '10');
  expect(await read()).toEqual(['cash']);
  await updateRollups(systemContext(), new AbortController().signal);
  const where = { businessId: desk.tenant.businessId, kind: 'deposit-settlement' };
  await database().dayTotal.updateMany({ where, data: { credited: '12.5' } });
  expect(await read()).toEqual(['lines', 'cash']);
});

test.each(['USDC.E', 'usdt', 'USDT_TRX', 'a&b #1'])(
  'accepts the settlement currency %s that the service sent',
  async (code) => {
    await desk.deposit('2026-10-10T10:00:00Z', { settlementCurrency: code, settlementPayableAmount: '3' });
    const query = parseStatementQuery({ currency: code, period: '2026-10' });
    const view = await readStatement(desk.tenant.as.viewer, desk.tenant.businessId, query);
    expect(view.figures).toMatchObject({ currency: code, change: '3' });
    const { businessId } = desk.tenant;
    const opening = {
      businessId,
      currency: code,
      day: '2026-10-01',
      amount: '0',
      evidence: 'The balance in its dashboard',
    };
    expect(proposeOpeningForm.parse(opening).currency).toBe(code);
    expect(parseReconciliationQuery({ currency: code }).currency).toBe(code);
    const run = {
      businessId,
      target: 'csv',
      mode: 'perEvent',
      currency: code,
      period: '2026-10',
      rate: '',
      rateSource: '',
    };
    expect(checkJournalForm.safeParse(run).error?.issues.map(({ path }) => path[0]) ?? []).not.toContain(
      'currency',
    );
    const { fileName } = await exportStatement(desk.tenant.as.finance, businessId, query);
    expect(fileName).toMatch(/^[\w.-]+$/);
  },
);
