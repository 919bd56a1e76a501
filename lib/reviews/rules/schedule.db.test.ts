import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { matchRule } from './model/match.ts';
import type { Condition } from './model/rule.ts';
import { readCandidates } from './store/candidates.ts';

afterAll(closeDatabase);

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The weekday and minute in the zone, computed without the database. */
function readLocal(at: string, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at));
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    day: weekdays.indexOf(value('weekday')) + 1,
    minute: Number(value('hour')) * 60 + Number(value('minute')),
  };
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const schedules = [
  { kind: 'schedule', days: [6, 7], from: 22 * 60, until: 6 * 60 },
  { kind: 'schedule', days: everyDay, from: 2 * 60, until: 3 * 60 },
  { kind: 'schedule', days: everyDay, from: 0, until: 1 },
  { kind: 'schedule', days: [1], from: 23 * 60 + 59, until: 0 },
] as const satisfies readonly Condition[];

/** Times at the edges of the schedules and of the changes of the clock. */
const zones = {
  'Europe/Berlin': [
    // Saturday 21:59:59.999 and 22:00, Sunday 05:59:59.999 and 06:00, in winter.
    '2026-11-21T20:59:59.999Z',
    '2026-11-21T21:00:00Z',
    '2026-11-22T04:59:59.999Z',
    '2026-11-22T05:00:00Z',
    // Sunday 23:59:59.999, Monday 00:00 and 23:59.
    '2026-11-22T22:59:59.999Z',
    '2026-11-22T23:00:00Z',
    '2026-11-23T22:59:00Z',
    // 02:30 comes twice in autumn, and 01:59:59.999 is followed by 03:00 in spring.
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2026-10-25T02:00:00Z',
    '2026-03-29T00:59:59.999Z',
    '2026-03-29T01:00:00Z',
  ],
  'America/St_Johns': ['2026-11-22T01:29:59.999Z', '2026-11-22T01:30:00Z', '2026-11-01T04:30:00Z'],
  'Pacific/Kiritimati': ['2026-11-20T08:00:00Z', '2026-11-21T10:00:00Z', '2026-11-21T09:59:59.999Z'],
};

test('compares the weekday and time in the zone of the business, over midnight and changes of the clock', async () => {
  const compared: unknown[] = [];
  const expected: unknown[] = [];
  for (const [timeZone, times] of Object.entries(zones)) {
    const businessId = await createBusiness();
    await database().business.update({ where: { id: businessId }, data: { timeZone } });
    const paymentId = await insertPayment(businessId);
    for (const subject of ['deposit', 'withdrawal'] as const) {
      const ids = await Promise.all(
        times.map((at) =>
          subject === 'deposit'
            ? insertDeposit(businessId, paymentId, { sortAt: new Date(at) })
            : insertWithdrawal(businessId, { firstReceivedAt: new Date(at) }),
        ),
      );
      for (const spec of schedules) {
        const found = await inTransaction((transaction) =>
          readCandidates(transaction, { businessId, subject, spec, ids, followers: false }),
        );
        for (const [index, at] of times.entries()) {
          const facts = found.find(({ subjectId }) => subjectId === ids[index])?.facts;
          compared.push([timeZone, subject, at, facts && matchRule(spec, facts) !== null]);
          const local = { kind: 'schedule', ...readLocal(at, timeZone) } as const;
          expected.push([timeZone, subject, at, matchRule(spec, local) !== null]);
        }
      }
    }
  }
  expect(compared).toEqual(expected);
  const [weekend, night, midnight, lastMinute] = schedules;
  const isMatch = (spec: Condition, at: string) =>
    matchRule(spec, { kind: 'schedule', ...readLocal(at, 'Europe/Berlin') }) !== null;
  expect(zones['Europe/Berlin'].map((at) => isMatch(weekend, at))).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(isMatch(night, '2026-10-25T00:30:00Z') && isMatch(night, '2026-10-25T01:30:00Z')).toBe(true);
  expect(isMatch(night, '2026-03-29T01:00:00Z')).toBe(false);
  expect(isMatch(midnight, '2026-11-22T23:00:00Z')).toBe(true);
  expect(isMatch(lastMinute, '2026-11-23T22:59:00Z')).toBe(true);
});
