import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { createNotifications, listNotifications } from '#lib/notifications/index.ts';
import { expectWithdrawals } from './expect-withdrawals.ts';
import { readExpectedWithdrawals } from './queries.ts';
import { expectWithdrawalsForm } from './schema.ts';

let tenant: Tenant;
const notify = () => createNotifications(systemContext(), AbortSignal.timeout(20_000));

beforeEach(async () => {
  tenant = await createTenant();
  await notify();
});

const expectIds = (text: string, who = tenant.as.finance) =>
  expectWithdrawals(who, expectWithdrawalsForm.parse({ businessId: tenant.businessId, text }));

/** Later than every earlier one, because the order of two payouts decides which is the second. */
let latest = 0;

async function report(clientWithdrawalId: string | null, status = 'COMPLETED'): Promise<string> {
  latest = Math.max(latest + 1, Date.now());
  const now = new Date(latest);
  const { withdrawalId } = await database().withdrawal.create({
    data: {
      ...{ businessId: tenant.businessId, withdrawalId: randomUUID(), clientWithdrawalId, status },
      ...{ firstReceivedAt: now, changedAt: now },
    },
  });
  return withdrawalId;
}

const read = () => readExpectedWithdrawals(tenant.as.viewer, tenant.businessId);
const inbox = async (role: 'finance' | 'owner' | 'viewer') =>
  (await listNotifications(tenant.as[role], tenant.businessId, null)).rows.flatMap(
    ({ kind, label, burst }) => [
      { kind, label },
      ...burst.newest.map((earlier) => ({ kind, label: earlier.label })),
    ],
  );

test('notifies finance and owners once about a withdrawal that is on no list', async () => {
  expect(await expectIds('payout-1\npayout-2')).toEqual({ added: 2 });
  expect(await expectIds('payout-2\npayout-3')).toEqual({ added: 1 });
  await report('payout-1');
  const unexpected = await report('payout-9');
  await report(null);
  await notify();
  await database().withdrawal.updateMany({
    where: { withdrawalId: unexpected },
    data: { changedAt: new Date() },
  });
  await notify();
  const alarms = [
    { kind: 'withdrawal-unexpected', label: '' },
    { kind: 'withdrawal-unexpected', label: 'payout-9' },
  ];
  for (const role of ['finance', 'owner'] as const)
    expect((await inbox(role)).toSorted((a, b) => a.label.localeCompare(b.label))).toEqual(alarms);
  expect(await inbox('viewer')).toEqual([]);
  const view = await read();
  expect(view).toMatchObject({ expected: 3, waiting: 2, unexpected: 2, mayAdd: false });
  expect(view.rows.map(({ clientWithdrawalId }) => clientWithdrawalId)).toEqual(
    expect.arrayContaining(['payout-9', null]),
  );
  // A later list counts from then on.
  await expectIds('payout-9');
  expect(await read()).toMatchObject({ unexpected: 1 });
});

test('a second payout with a listed ID is unexpected, but not a new attempt after a failed one', async () => {
  await expectIds('payout-1\npayout-2');
  await report('payout-1');
  const second = await report('payout-1');
  await report('payout-2', 'FAILED');
  await report('payout-2');
  await notify();
  expect(await inbox('owner')).toEqual(
    expect.arrayContaining([{ kind: 'withdrawal-unexpected', label: 'payout-1' }]),
  );
  const { rows, unexpected } = await read();
  expect(unexpected).toBe(1);
  expect(rows).toMatchObject([{ withdrawalId: second, clientWithdrawalId: 'payout-1', isRepeated: true }]);
});

test('a withdrawal whose own ID is listed is expected, without an ID of the business and as a second payout', async () => {
  await expectIds('payout-1');
  await report('payout-1');
  const accepted = [await report('payout-1'), await report(null)];
  expect(await read()).toMatchObject({ unexpected: 2 });
  await expectIds([...accepted, 'payout-2'].join('\n'));
  expect(await read()).toMatchObject({ expected: 4, waiting: 1, unexpected: 0, rows: [] });
});

test('a business without a list expects everything, and what was reported before its list', async () => {
  await report('payout-1');
  await notify();
  expect(await inbox('finance')).toEqual([]);
  expect(await read()).toMatchObject({ since: null, expected: 0, unexpected: 0, rows: [] });
  await expectIds('payout-2');
  await database().withdrawal.updateMany({
    where: { businessId: tenant.businessId },
    data: { changedAt: new Date() },
  });
  await notify();
  expect(await inbox('finance')).toEqual([]);
  expect(await read()).toMatchObject({ expected: 1, waiting: 1, unexpected: 0 });
});

test('a list is of one business, for finance and owners, and is audited', async () => {
  const { businessId, as } = tenant;
  for (const who of [as.viewer, as.accountant, as.compliance])
    await expect(expectIds('payout-1', who)).rejects.toMatchObject({ code: 'forbidden' });
  const other = await createTenant();
  await expect(expectIds('payout-1', other.as.finance)).rejects.toMatchObject({ code: 'not-found' });
  await expect(readExpectedWithdrawals(other.as.owner, businessId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await expectIds('payout-1');
  expect(await readExpectedWithdrawals(other.as.owner, other.businessId)).toMatchObject({ expected: 0 });
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, action: 'withdrawal.expect' },
  });
  expect(entry.after).toMatchObject({ added: 1, count: 1, ids: ['payout-1'] });
});

test.each([
  ['no ID', ' \n'],
  ['an ID that is too long', `short\n${'x'.repeat(201)}`],
  ['too many IDs', Array.from({ length: 10_001 }, (_, at) => `payout-${at}`).join('\n')],
])('refuses %s', (_name, text) => {
  expect(expectWithdrawalsForm.safeParse({ businessId: tenant.businessId, text }).success).toBe(false);
});

test('reads the list and the alarms of 20,000 withdrawals in time, most of them from before a long list', async () => {
  const { businessId, as } = tenant;
  const [count, person] = [20_000, as.finance.actor.personId];
  await database().$executeRaw`
    INSERT INTO withdrawal (business_id, withdrawal_id, client_withdrawal_id, status, first_received_at, changed_at)
    SELECT ${businessId}::uuid, gen_random_uuid(), 'old-' || n, 'COMPLETED', now() - interval '1 day',
           CASE WHEN n <= 2000 THEN now() ELSE now() - interval '1 day' END
      FROM generate_series(1, ${count}::int) n`;
  await database().$executeRaw`
    INSERT INTO expected_withdrawal (business_id, client_withdrawal_id, added_by, added_at)
    SELECT ${businessId}::uuid, 'listed-' || n, ${person}::uuid, now() - interval '1 hour'
      FROM generate_series(1, ${count}::int) n`;
  await report('payout-9');
  const since = performance.now();
  expect(await read()).toMatchObject({ unexpected: 1, waiting: count });
  for (let run = 0; run < 20 && (await inbox('finance')).length === 0; run += 1) await notify();
  expect(await inbox('finance')).toEqual([{ kind: 'withdrawal-unexpected', label: 'payout-9' }]);
  // For each withdrawal from before the list, every row of the list was compared: minutes, and past the time limit.
  expect(performance.now() - since).toBeLessThan(60_000);
});
