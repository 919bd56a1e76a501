import { describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { followRecords } from '#lib/observations/testing/follow-records.ts';
import { saveDepositRisk, saveWithdrawalRisk } from '../testing/risk-rows.ts';
import {
  activateTestRule,
  createRuleFixture,
  insertRuleDeposit,
  listOpenedCases,
  runBacktests,
  runCaseOpening,
  toHoursAgo,
  toRuleKinds,
} from './testing/rule-fixture.ts';

describe('velocity', () => {
  test('matches each deposit of an address beyond the limit in any order of arrival', async () => {
    const times = [10, 8, 6, 4, 2];
    const orders = [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 4, 0, 3, 1],
    ];
    const results: string[][] = [];
    for (const order of orders) {
      const desk = await createRuleFixture();
      await activateTestRule(desk, { kind: 'velocity', times: '2', hours: '24' }, 7);
      await runBacktests();
      const ids = new Map<string, number>();
      for (const place of order) {
        const sortAt = toHoursAgo(times[place] ?? 0);
        ids.set(
          await insertRuleDeposit(desk, { fromAddress: 'bc1q', fromAddressKey: 'bc1q', sortAt }),
          place,
        );
        await runCaseOpening();
      }
      results.push(
        Object.keys(await listOpenedCases(desk))
          .map((id) => String(ids.get(id)))
          .toSorted(),
      );
    }
    expect(results).toEqual([
      ['2', '3', '4'],
      ['2', '3', '4'],
      ['2', '3', '4'],
    ]);
  });

  test('leaves out shared addresses, other addresses and records before the period', async () => {
    const desk = await createRuleFixture();
    await activateTestRule(desk, { kind: 'velocity', times: '1', hours: '1' }, 7);
    for (const network of ['XRP', 'XLM', null])
      for (const n of [1, 2])
        await insertRuleDeposit(desk, {
          network,
          fromAddressKey: `shared-${network}`,
          sortAt: toHoursAgo(0.1 * n),
        });
    await insertRuleDeposit(desk, { fromAddressKey: 'a', sortAt: toHoursAgo(2.5) });
    await insertRuleDeposit(desk, { fromAddressKey: 'a', sortAt: toHoursAgo(1) });
    await insertRuleDeposit(desk, { fromAddressKey: 'b', sortAt: toHoursAgo(1) });
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({});
  });

  test('sums recorded amounts per reference in one currency, without callback-only amounts', async () => {
    const desk = await createRuleFixture();
    const form = {
      kind: 'velocity',
      per: 'reference',
      measure: 'sum',
      over: '1',
      unit: 'hours',
      hours: '48',
    };
    const rule = await activateTestRule(desk, form);
    const reference = { clientPaymentId: 'customer-7' };
    await insertRuleDeposit(desk, { depositAmount: '0.6' }, reference);
    await insertRuleDeposit(desk, { callbackDepositAmount: '5' }, reference);
    await insertRuleDeposit(desk, { depositCurrency: 'ETH', depositAmount: '7' }, reference);
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({});
    const last = await insertRuleDeposit(
      desk,
      { depositAmount: '0.4000000001', sortAt: new Date(Date.now() + 1_000) },
      reference,
    );
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({ [last]: toRuleKinds(rule) });
  });

  test('counts a reference from the time when it is reported', async () => {
    const desk = await createRuleFixture();
    const rule = await activateTestRule(desk, { kind: 'velocity', per: 'reference', times: '1' });
    await insertRuleDeposit(
      desk,
      { sortAt: new Date(Date.now() + 1_000) },
      { clientPaymentId: 'customer-8' },
    );
    const paymentId = await insertPayment(desk.businessId);
    const sortAt = new Date(Date.now() + 2_000);
    const late = await insertDeposit(desk.businessId, paymentId, { sortAt, firstObservedAt: sortAt });
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({});
    const key = { businessId_paymentId: { businessId: desk.businessId, paymentId } };
    await database().payment.update({ where: key, data: { clientPaymentId: 'customer-8' } });
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({ [late]: toRuleKinds(rule) });
  });

  test('counts days in the time zone of the business', async () => {
    const desk = await createRuleFixture();
    await database().business.update({ where: { id: desk.businessId }, data: { timeZone: 'Asia/Tokyo' } });
    const rule = await activateTestRule(desk, { kind: 'velocity', times: '1', unit: 'day' }, 30);
    await runBacktests();
    // 15:00 UTC is midnight in Tokyo.
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const at = (time: string) => ({ fromAddressKey: 'tokyo', sortAt: new Date(`${day}T${time}:00Z`) });
    await insertRuleDeposit(desk, at('14:50'));
    await insertRuleDeposit(desk, at('15:10'));
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({});
    const second = await insertRuleDeposit(desk, at('15:20'));
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({ [second]: toRuleKinds(rule) });
  });

  test('counts records by the owner in their assessments, for deposits and withdrawals', async () => {
    const desk = await createRuleFixture();
    const rule = await activateTestRule(desk, { kind: 'velocity', per: 'owner', times: '1' });
    const out = await activateTestRule(desk, {
      subject: 'withdrawal',
      kind: 'velocity',
      per: 'owner',
      times: '1',
    });
    const { businessId } = desk;
    const assessed = async (name: string, seconds: number) => {
      const depositId = await insertRuleDeposit(desk, { sortAt: new Date(Date.now() + seconds * 1_000) });
      await saveDepositRisk({
        businessId,
        depositId,
        assessment: { addressOwner: { name, category: 'EXCHANGE' } },
      });
      return depositId;
    };
    const paid = async (ownerName: string, seconds: number) => {
      const firstReceivedAt = new Date(Date.now() + seconds * 1_000);
      const withdrawalId = await insertWithdrawal(businessId, { status: 'COMPLETED', firstReceivedAt });
      await saveWithdrawalRisk({ businessId, withdrawalId, ownerName });
      return withdrawalId;
    };
    await assessed('Dark Pool', 1);
    const twin = await assessed(' DARK pool ', 2);
    await assessed('Other', 3);
    await paid('Dark Pool', 1);
    const again = await paid('dark pool', 2);
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({ [twin]: toRuleKinds(rule), [again]: toRuleKinds(out) });
  });

  test('opens the whole burst that a late deposit pushes over the limit, in batches', async () => {
    const desk = await createRuleFixture();
    await activateTestRule(desk, { kind: 'velocity', times: '120', hours: '24' }, 7);
    await runBacktests();
    const paymentId = await insertPayment(desk.businessId);
    await databasePool().query(
      `INSERT INTO deposit (business_id, deposit_id, payment_id, network, from_address_key, sort_at, first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, 'BTC', 'hot', t, t, t
       FROM generate_series(1, 240) AS n, LATERAL (SELECT now() - interval '3 hours' + n * interval '1 second' AS t) AS m`,
      [desk.businessId, paymentId],
    );
    await insertRuleDeposit(desk, { fromAddressKey: 'cold', sortAt: toHoursAgo(4) });
    await followRecords();
    await database().reviewChange.deleteMany({ where: { businessId: desk.businessId } });
    await insertRuleDeposit(desk, { fromAddressKey: 'hot', sortAt: toHoursAgo(4) });
    // A sweep stops after its time limit, which a busy machine reaches early. The rest stays due.
    const where = { businessId: desk.businessId };
    for (let left = 1; left > 0; left = await database().reviewChange.count({ where }))
      await runCaseOpening();
    expect(Object.keys(await listOpenedCases(desk))).toHaveLength(121);
  });
});

describe('short keys of addresses', () => {
  /** A key is empty where the address was reported in its normalized spelling. */
  const [reported, normalized] = [
    '0xABcd0123456789012345678901234567890123AB',
    '0xabcd0123456789012345678901234567890123ab',
  ];

  test('counts an address in all its spellings, with and without a stored key', async () => {
    const desk = await createRuleFixture();
    const rule = await activateTestRule(desk, { kind: 'velocity', times: '2', hours: '24' }, 7);
    const isNew = await activateTestRule(desk, { kind: 'new-address', over: '0.5' }, 7);
    const add = (hours: number, fromAddress: string, fromAddressKey: string | null) =>
      insertRuleDeposit(desk, { fromAddress, fromAddressKey, depositAmount: '1', sortAt: toHoursAgo(hours) });
    const first = await add(5, reported, normalized);
    await add(4, normalized, null);
    // Another address with the same start.
    const other = await add(3, normalized.replace('ab', 'ac').replace(/..$/, 'ff'), null);
    const third = await add(2, normalized, normalized);
    await runCaseOpening();
    expect(await listOpenedCases(desk)).toEqual({
      [first]: toRuleKinds(isNew),
      [other]: toRuleKinds(isNew),
      [third]: toRuleKinds(rule),
    });
  });
});
