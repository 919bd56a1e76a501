import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { proposePeriodReopening } from './close-period.ts';
import { readPack, verifyPack } from './index.ts';
import { oldPackFormat, packFormat } from './model/pack.ts';
import { createStatementFixture, listAmounts } from './testing/statement-fixture.ts';

const desk = createStatementFixture();

const refund = (confirmedAt: string | null, amount: string, fields: object = {}) => ({
  ...{ refundStatus: 'CONFIRMED', refundAmount: amount, refundFee: '0.1', refundDepositCurrency: 'USDT' },
  ...{ refundConfirmedAt: confirmedAt === null ? null : new Date(confirmedAt) },
  refundFirstSeenAt: new Date(confirmedAt ?? '2026-10-28T10:00:00Z'),
  ...fields,
});
const deposit = (at: string, fields: object) =>
  desk.deposit(at, { settlementPayableAmount: '10', ...fields });
const list = async (text: string) =>
  (await desk.read(text)).figures.refunds.map(
    ({ coin, count, amount, fee }) => `${count} ${amount} ${coin} ${fee}`,
  );

test('a refund that becomes known after its period was closed stands in the open one, once', async () => {
  await desk.open('2026-09-01', '0');
  await deposit('2026-10-01T10:00:00Z', refund('2026-10-05T10:00:00Z', '1'));
  const late = await deposit('2026-10-02T10:00:00Z', {});
  const pending = { ...refund(null, '4'), refundStatus: 'PENDING' };
  const later = await deposit('2026-10-03T10:00:00Z', pending);
  await desk.close('2026-09');
  await desk.close('2026-10');
  const [data, changedAt] = [refund('2026-10-28T10:00:00Z', '2'), new Date()];
  await database().deposit.updateMany({
    where: { depositId: late },
    data: { ...data, refundFirstSeenAt: changedAt, changedAt },
  });
  await database().deposit.updateMany({
    where: { depositId: later },
    data: {
      ...refund('2026-10-29T10:00:00Z', '4'),
      refundFirstSeenAt: new Date('2026-10-28T10:00:00Z'),
      changedAt,
    },
  });
  expect(await list('2026-10')).toEqual(['1 1 USDT 0.1']);
  expect(await list('2026-11')).toEqual(['2 6 USDT 0.2']);
  expect(await list('2026-Q4')).toEqual(['3 7 USDT 0.3']);
  const november = await desk.close('2026-11-01..2026-11-10');
  expect(await list('2026-11-11..2026-11-20')).toEqual([]);
  expect(await list('2026-11-01..2026-11-20')).toEqual(['2 6 USDT 0.2']);
  expect(await list('2026-11-01..2026-11-05')).toEqual(['2 6 USDT 0.2']);
  expect(listAmounts(await desk.read('2026-11-11..2026-11-20'))).toEqual({});
  const { lines } = await readPack(desk.tenant.as.accountant, desk.tenant.businessId, november);
  let text = '';
  for await (const part of lines) text += part;
  const verify = (content: string) => verifyPack(Readable.from(content.trimEnd().split('\n')));
  expect(await verify(text)).toMatchObject({
    breaches: [],
    head: { format: packFormat, rows: 2 },
  });
  const changed = text
    .replaceAll('refunds:USDT,', 'refunds:BTC,')
    .replace(/"rowsSha256":"[^"]+"/, '"rowsSha256":""');
  expect((await verify(changed)).breaches).toHaveLength(2);
  // It counts again after a reopening.
  const reason = 'A bank line was missing';
  const input = { businessId: desk.tenant.businessId, closeId: november, reason };
  await desk.answer('reopening', (await proposePeriodReopening(desk.tenant.as.finance, input)).proposalId);
  expect(await list('2026-11')).toEqual(['2 6 USDT 0.2']);
});

test('keeps the refunds of closed periods when their records are gone', async () => {
  await deposit('2026-10-01T10:00:00Z', refund('2026-10-05T10:00:00Z', '1'));
  await desk.close('2026-10');
  await deposit(
    '2026-11-01T10:00:00Z',
    refund('2026-11-05T10:00:00Z', '2', { refundDepositCurrency: 'BTC' }),
  );
  const client = await databasePool().connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
    await client.query("DELETE FROM deposit WHERE business_id = $1 AND sort_at < '2026-11-01'", [
      desk.tenant.businessId,
    ]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect(await list('2026-Q4')).toEqual(['1 2 BTC 0.1', '1 1 USDT 0.1']);
  expect(await list('2026-10-01..2026-10-07')).toEqual(['1 1 USDT 0.1']);
});

test('takes the refunds of a close of the first format from what was signed', async () => {
  const booked = await deposit('2026-10-01T10:00:00Z', refund('2026-10-05T10:00:00Z', '1'));
  const closeId = await desk.close('2026-10');
  const client = await databasePool().connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
    await client.query("DELETE FROM close_row WHERE close_id = $1 AND kind = 'refund'", [closeId]);
    await client.query('UPDATE period_close SET head = replace(head, $2, $3) WHERE close_id = $1', [
      closeId,
      packFormat,
      oldPackFormat,
    ]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  await database().deposit.updateMany({ where: { depositId: booked }, data: { changedAt: new Date() } });
  expect(await list('2026-Q4')).toEqual(['1 1 USDT 0.1']);
  expect(await list('2026-11')).toEqual([]);
  expect(await list('2026-10-04..2026-10-06')).toEqual(['1 1 USDT 0.1']);
  expect(await list('2026-10-06..2026-10-07')).toEqual([]);
});

test('counts refunds without a settlement currency, and without a time', async () => {
  await deposit('2026-10-01T10:00:00Z', { ...refund('2026-10-05T10:00:00Z', '1'), settlementCurrency: null });
  await deposit('2026-10-01T10:00:00Z', refund(null, '1'));
  await deposit('2026-10-01T10:00:00Z', { ...refund(null, '1'), refundStatus: 'PENDING' });
  const { figures } = await desk.read('2026-10');
  expect(figures).toMatchObject({ refunds: [], refundsWithout: { currency: 1, date: 1 } });
  await desk.close('2026-10');
  expect((await desk.read('2026-Q4')).figures.refundsWithout).toEqual({ currency: 1, date: 1 });
  expect((await desk.read('2026-11')).figures.refundsWithout).toEqual({ currency: 0, date: 0 });
});

test('closes nothing when a refund is confirmed while the rows are stored', async () => {
  await desk.open('2026-10-01', '0');
  await deposit('2026-10-01T10:00:00Z', refund('2026-10-05T10:00:00Z', '1'));
  const other = await deposit('2026-10-02T10:00:00Z', {});
  // Another transaction would commit between the two statements.
  await databasePool().query(`
    CREATE FUNCTION confirm_refund() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE deposit SET refund_status = 'CONFIRMED', refund_amount = 3, refund_confirmed_at = '2026-10-06T10:00:00Z',
        refund_first_seen_at = now(), refund_deposit_currency = 'USDT' WHERE deposit_id = '${other}' AND refund_amount IS NULL;
      RETURN NULL;
    END $$;
    CREATE TRIGGER confirm_refund AFTER INSERT ON close_row FOR EACH STATEMENT EXECUTE FUNCTION confirm_refund()`);
  try {
    await expect(desk.close('2026-10')).rejects.toMatchObject({ code: 'conflict' });
  } finally {
    await databasePool().query('DROP TRIGGER confirm_refund ON close_row; DROP FUNCTION confirm_refund');
  }
});
