import { describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import {
  importStatement,
  saveAndApply,
  toRule,
  writeCamt,
} from '#lib/reconciliation/testing/reconciliation-fixture.ts';
import { proposePeriodReopening } from './close-period.ts';
import { listClosedPeriods } from './index.ts';
import { proposeBasisForm, proposeOpeningForm } from './schema.ts';
import { proposeBasis, proposeOpening } from './set-position.ts';
import { createStatementFixture, listAmounts, listProofs } from './testing/statement-fixture.ts';

describe('closing in order', () => {
  const desk = createStatementFixture();

  const reopen = async (closeId: string) => {
    const reason = 'A bank line was missing';
    const input = { businessId: desk.tenant.businessId, closeId, reason };
    const { proposalId } = await proposePeriodReopening(desk.tenant.as.finance, input);
    await desk.answer('reopening', proposalId);
  };

  const proposePosition = async (day: string, amount: string) => {
    const { businessId, as } = desk.tenant;
    const form = { businessId, currency: 'EUR', day, amount, evidence: 'The balance at the service' };
    return (await proposeOpening(as.finance, proposeOpeningForm.parse(form))).proposalId ?? '';
  };

  /** Two people declare that amounts of callbacks count as credited, or no longer. */
  const declare = async (counts: boolean) => {
    const form = { businessId: desk.tenant.businessId, counts, reason: 'The service wrote so' };
    const { proposalId } = await proposeBasis(desk.tenant.as.owner, proposeBasisForm.parse(form));
    await desk.answer('basis', proposalId);
  };

  test('begins with the day of the opening position, so that no later change is lost', async () => {
    await desk.open('2026-09-01', '100');
    const late = await desk.deposit('2026-09-10T10:00:00Z', { settlementPayableAmount: '10' });
    expect((await desk.read('2026-10')).closing).toMatchObject({
      obstacle: 'notNext',
      nextDay: '2026-09-01',
    });
    await expect(desk.sign('2026-10')).rejects.toMatchObject({ code: 'conflict' });
    // A position in the middle of a period would be in no closing position.
    await expect(desk.sign('2026-08-15..2026-09-14')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2026-09-01'),
    });
    await desk.close('2026-09');
    await desk.close('2026-10');
    await database().deposit.updateMany({
      where: { depositId: late },
      data: { settlementPayableAmount: '12', changedAt: new Date() },
    });
    expect((await desk.read('2026-09')).figures.closing).toBe('110');
    expect((await desk.read('2026-11')).figures).toMatchObject({ opening: '110', closing: '112' });
  });

  test('proves the ledger against the opening position that the next close signed', async () => {
    await desk.open('2026-09-01', '100');
    const late = await desk.deposit('2026-09-10T10:00:00Z', { settlementPayableAmount: '10' });
    const september = await desk.close('2026-09');
    await desk.close('2026-10');
    // As where the first close did not begin with the opening position.
    const client = await databasePool().connect();
    try {
      await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
      await client.query(
        'UPDATE period_close SET reopened_at = now(), reopened_by = close_id WHERE close_id = $1',
        [september],
      );
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    expect(listProofs(await desk.read('2026-09'))).toMatchObject({ ledger: 'good' });
    await database().deposit.updateMany({
      where: { depositId: late },
      data: { settlementPayableAmount: '12', changedAt: new Date() },
    });
    const { proofs } = await desk.read('2026-09');
    const causes = [{ kind: 'record', record: 'deposit', recordId: late, amount: '12' }];
    expect(proofs).toContainEqual({ name: 'ledger', state: 'bad', difference: '2', causes });
  });

  test('keeps its closing position where another opening position was proposed before', async () => {
    await desk.open('2026-09-01', '120');
    await desk.deposit('2026-09-10T10:00:00Z', { settlementPayableAmount: '12' });
    const [next, same] = ['2026-10-01', '2026-09-15'];
    const proposalId = await proposePosition(next, '500');
    await desk.close('2026-09');
    await expect(desk.answer('opening', proposalId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('closing position'),
    });
    expect((await desk.read('2026-10')).figures.opening).toBe('132');
    await expect(proposePosition(same, '1')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('takes no opening position of a day that was closed without one since', async () => {
    const early = await proposePosition('2026-09-15', '500');
    await desk.close('2026-08');
    await desk.close('2026-09-01..2026-09-30');
    await expect(desk.answer('opening', early)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('closed period'),
    });
  });

  test('refuses an approval when a point of the checklist is new or has grown', async () => {
    await desk.open('2026-09-01', '0');
    const proposalId = await desk.sign('2026-09');
    await importStatement(desk.tenant, writeCamt([['2026-09-20', '7000.00', 'unexpected']]));
    await expect(desk.answer('close', proposalId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('1 bank line isn’t matched or ignored'),
    });
    expect((await desk.read('2026-09')).closed).toBeNull();
  });

  test('refuses an approval when callbacks no longer count, or days begin at other times', async () => {
    await desk.open('2026-09-01', '0');
    await desk.deposit('2026-09-10T10:00:00Z', { callbackSettlementAmount: '10' });
    await declare(true);
    const proposalId = await desk.sign('2026-09');
    await declare(false);
    await expect(desk.answer('close', proposalId)).rejects.toMatchObject({ code: 'conflict' });
    await declare(true);
    const where = { id: desk.tenant.businessId };
    await database().business.update({ where, data: { timeZone: 'Europe/Paris' } });
    await expect(desk.answer('close', proposalId)).rejects.toMatchObject({ code: 'conflict' });
    await database().business.update({ where, data: { timeZone: 'Europe/Berlin' } });
    await desk.answer('close', proposalId);
    expect((await desk.read('2026-09')).closed).toMatchObject({ closing: '10' });
  });

  test('refuses an approval of a period that isn’t the next one any more', async () => {
    await desk.open('2026-09-01', '0');
    const september = await desk.close('2026-09');
    const proposalId = await desk.sign('2026-10');
    await reopen(september);
    await expect(desk.answer('close', proposalId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2026-09-01'),
    });
  });

  test('numbers the revisions of a number, also where its days change', async () => {
    const october = await desk.close('2026-10');
    await reopen(october);
    const september = await desk.close('2026-09');
    await reopen(september);
    await desk.close('2026-09-01..2026-09-15');
    await desk.close('2026-09-16..2026-09-30');
    await desk.close('2026-10');
    const closes = await listClosedPeriods(desk.tenant.as.viewer, desk.tenant.businessId);
    expect(closes.map(({ from, number, revision }) => `${from} ${number}.${revision}`).toSorted()).toEqual([
      '2026-09-01 1.2',
      '2026-09-01 1.3',
      '2026-09-16 2.1',
      '2026-10-01 1.1',
      '2026-10-01 3.1',
    ]);
  });

  test('counts a callback that waits for its records after a minute', async () => {
    await desk.open('2026-09-01', '0');
    const { businessId } = desk.tenant;
    const receive = (age: string) =>
      databasePool().query(
        `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
       VALUES ($1, 'withdrawal', sha256(convert_to($2, 'UTF8')), '{}', now() - $2::interval, now(), 'received')`,
        [businessId, age],
      );
    const countWaiting = async () =>
      (await desk.read('2026-09')).closing.checklist.find(({ item }) => item === 'callbacks')?.count ?? 0;
    const proposalId = await desk.sign('2026-09');
    // It is folded in a moment, so it is no point of the checklist.
    await receive('1 second');
    expect(await countWaiting()).toBe(0);
    await receive('2 minutes');
    expect(await countWaiting()).toBe(1);
    await expect(desk.answer('close', proposalId)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('proof of cash', () => {
  const desk = createStatementFixture();

  /** Two people declare that amounts of callbacks count as credited, or no longer. */
  const declare = async (counts: boolean) => {
    const form = { businessId: desk.tenant.businessId, counts, reason: 'The service wrote so' };
    const { proposalId } = await proposeBasis(desk.tenant.as.owner, proposeBasisForm.parse(form));
    await desk.answer('basis', proposalId);
  };

  /** A deposit that only a callback reported, the bank’s line of its payout, and a rule that matches both. */
  const receivePayout = async () => {
    await desk.deposit('2026-10-05T10:00:00Z', { callbackSettlementAmount: '10' });
    await saveAndApply(desk.tenant, toRule(desk.tenant));
    await importStatement(desk.tenant, writeCamt([['2026-10-06', '10', 'PAYOUT-1']]));
  };

  const listPoints = async () =>
    (await desk.read('2026-10')).closing.checklist
      .map(({ item }) => item)
      .filter((item) => item !== 'exceptions');

  test('with reads off, a payout has nothing that it could pay, so it stays unmatched', async () => {
    await receivePayout();
    const view = await desk.read('2026-10');
    expect(listAmounts(view)).toEqual({ reported: '10' });
    expect(await listPoints()).toEqual(['basis', 'opening', 'settlements', 'unmatched']);
    // Recorded by hand, it is a settlement that no line proves.
    await desk.settle('2026-10-07', '3');
    expect(listProofs(await desk.read('2026-10'))).toMatchObject({ cash: 'bad' });
    expect(await listPoints()).toContain('cash');
  });

  test('with the assumption set, a matched payout is proven until the assumption is revoked', async () => {
    await declare(true);
    await receivePayout();
    const view = await desk.read('2026-10');
    expect(listAmounts(view)).toEqual({ declared: '10', settlements: '-10' });
    expect(listProofs(view)).toMatchObject({ cash: 'good' });
    expect(await listPoints()).toEqual(['opening']);
    await declare(false);
    const after = await desk.read('2026-10');
    expect(listAmounts(after)).toEqual({ reported: '10', settlements: '-10' });
    expect(after.proofs).toContainEqual(
      expect.objectContaining({ name: 'cash', state: 'bad', difference: '10' }),
    );
    expect(await listPoints()).toEqual(['basis', 'opening', 'cash']);
  });
});
