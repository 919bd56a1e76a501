import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { ignoreItems } from '#lib/reconciliation/matches.ts';
import {
  importStatement,
  readPeriod,
  writeCamt,
} from '#lib/reconciliation/testing/reconciliation-fixture.ts';
import { readPack, verifyPack } from './index.ts';
import { removeSettlement } from './settlements.ts';
import { createStatementFixture, listAmounts } from './testing/statement-fixture.ts';

const desk = createStatementFixture();

const countWaiting = async (): Promise<number> => {
  const { rows } = await databasePool().query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'",
  );
  return rows.length;
};

/** Changes something after a close has stored its rows, and before it stores its matches. Returns what its pack breaches. */
async function closeDuring(change: () => Promise<unknown>): Promise<readonly string[]> {
  const proposalId = await desk.sign('2026-10');
  const gate = await databasePool().connect();
  let closing: Promise<unknown> = Promise.resolve();
  try {
    await gate.query(`
      CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(4711);
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER gate AFTER INSERT ON close_row FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate();
      SELECT pg_advisory_lock(4711)`);
    closing = desk.answer('close', proposalId);
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), 10_000);
    let isDone = false;
    const changing = change().then(() => {
      isDone = true;
    });
    await vi.waitFor(async () => expect(isDone || (await countWaiting()) === 2).toBe(true), 10_000);
    await gate.query('SELECT pg_advisory_unlock(4711)');
    await Promise.all([closing, changing]);
    const { lines } = await readPack(desk.tenant.as.accountant, desk.tenant.businessId, proposalId);
    let text = '';
    for await (const part of lines) text += part;
    return (await verifyPack(Readable.from(text.trimEnd().split('\n')))).breaches;
  } finally {
    await gate.query('SELECT pg_advisory_unlock_all()');
    await closing;
    await gate.query('DROP TRIGGER gate ON close_row');
    gate.release();
  }
}

test('a settlement that is recorded while its period is closed becomes an adjustment', async () => {
  await desk.open('2026-10-01', '0');
  expect(await closeDuring(() => desk.settle('2026-10-21', '2'))).toEqual([]);
  expect(listAmounts(await desk.read('2026-11'))).toEqual({ adjustments: '-2' });
});

test('a settlement that is removed while its period is closed becomes an adjustment', async () => {
  const { businessId, as } = desk.tenant;
  await desk.open('2026-10-01', '0');
  const { lineId } = await desk.settle('2026-10-20', '3');
  const removal = { businessId, lineId, reason: 'Typed twice' };
  expect(await closeDuring(() => removeSettlement(as.finance, removal))).toEqual([]);
  expect(listAmounts(await desk.read('2026-11'))).toEqual({ adjustments: '3' });
});

test('a deposit that is no longer credited while its period is closed is in the pack as its row is', async () => {
  await desk.open('2026-10-01', '0');
  const depositId = await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '10' });
  await importStatement(desk.tenant, writeCamt([['2026-10-06', '-1', 'A']]));
  const change = () =>
    database().deposit.updateMany({
      where: { depositId },
      data: { status: 'FAILED', changedAt: new Date() },
    });
  expect(await closeDuring(change)).toEqual([]);
  expect(listAmounts(await desk.read('2026-11'))).toEqual({ adjustments: '-10' });
});

test('a match is refused with the reason while a close holds the matches', async () => {
  const { businessId, as } = desk.tenant;
  await importStatement(desk.tenant, writeCamt([['2026-10-06', '-1', 'A']]));
  const { lines } = await readPeriod(desk.tenant, '2026-10');
  const holder = await databasePool().connect();
  try {
    await holder.query('BEGIN');
    await holder.query("SELECT pg_advisory_xact_lock(hashtextextended('bank ' || $1, 0))", [businessId]);
    const ignored = {
      businessId,
      currency: 'EUR',
      lineIds: lines.map(({ lineId }) => lineId),
      recordIds: [],
    };
    await expect(ignoreItems(as.finance, { ...ignored, reason: 'Not ours' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Try again'),
    });
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});
