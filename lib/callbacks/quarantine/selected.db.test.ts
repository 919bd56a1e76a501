import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { makeSessionStale } from '#lib/database/testing/stale-session.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { createContext } from '#lib/platform/context.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { countCallbacksByVerdict, listCallbacks, receiveCallback, runReprocessings } from '../index.ts';
import { listReprocessings } from '../queries/reprocessings.ts';
import { startSelectedDryRun } from '../reprocess/start-reprocessing.ts';
import { callbackList } from '../schema/list.ts';
import { rejectSelected } from './reject-selected.ts';

let tenant: Tenant;
let other: Tenant;
let clock = 1_793_000_000_000;
const deposit = depositCallbackSample();
let withdrawal: ReturnType<typeof withdrawalCallbackSample>;

async function deliver(body: unknown, kind: CallbackKind = 'deposit-received', to = tenant) {
  clock += 1_000;
  const delivery = { businessId: to.businessId, kind, body: toSampleBytes(body), headers: {} };
  const { observed } = await receiveCallback({ ...delivery, receivedAt: instant(clock) });
  if (observed === null) throw new Error('not observed');
  return observed.messageId;
}

beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  withdrawal = withdrawalCallbackSample(tenant.businessId);
  await deliver(deposit);
  await deliver({ ...deposit, displayServiceFee: 0.6 });
  await deliver(withdrawal, 'withdrawal');
  await deliver(depositCallbackSample({ status: 'SETTLED' }));
  await deliver(depositCallbackSample({ status: 'SETTLED' }));
  await deliver(deposit, 'deposit-received', other);
});

const toQuery = (address: string) => {
  const parameters = new URLSearchParams(address);
  return parseListQuery(callbackList, (name) => parameters.get(name));
};
const found = async (address: string) => {
  const page = await listCallbacks(tenant.as.viewer, tenant.businessId, toQuery(address).query);
  return page.rows.length;
};

test('filters by record id, only among its own kind', async () => {
  expect(await found(`payment=${String(deposit['paymentId'])}`)).toBe(2);
  expect(await found(`deposit=${String(deposit['depositId'])}`)).toBe(2);
  expect(await found(`withdrawal=${String(deposit['depositId'])}`)).toBe(0);
  const id = String(withdrawal['withdrawalId'] ?? withdrawal['id']);
  expect(await found(`withdrawal=${id}`)).toBe(1);
  expect(await found(`deposit=${id}`)).toBe(0);
  expect(await found(`withdrawal=${id},${crypto.randomUUID()}`)).toBe(1);
});

test('ignores an invalid id in the address and names it', () => {
  const reading = toQuery(`payment=x'%20OR%201=1&deposit=${String(deposit['depositId'])},nonsense`);
  expect(reading.ignored).toEqual(['payment', 'deposit']);
  expect(reading.query.choices).toEqual({ deposit: [deposit['depositId']] });
});

test('counts the verdicts of the filtered list', async () => {
  const countVerdicts = async (address: string, as = tenant) =>
    (await countCallbacksByVerdict(as.as.viewer, as.businessId, toQuery(address).query)).verdicts.map(
      ({ verdict, count }) => `${verdict} ${count}`,
    );
  const rows = (await listCallbacks(tenant.as.viewer, tenant.businessId, toQuery('').query)).rows;
  const shown = Map.groupBy(rows, ({ verdict }) => verdict);
  expect((await countVerdicts('')).toSorted()).toEqual(
    [...shown].map(([verdict, group]) => `${verdict} ${group.length}`).toSorted(),
  );
  expect(await countVerdicts('kind=withdrawal')).toEqual(['applied 1']);
  expect(await countVerdicts('', other)).toEqual(['orphan-adopted 1']);
  await expect(
    countCallbacksByVerdict(other.as.owner, tenant.businessId, toQuery('').query),
  ).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('reprocesses only the selected callbacks, with a dry run first', async () => {
  const { businessId } = tenant;
  const rows = (await listCallbacks(tenant.as.owner, businessId, toQuery('').query)).rows;
  const [one, two] = rows.map(({ messageId }) => messageId);
  for (const role of ['viewer', 'finance', 'compliance'] as const)
    await expect(startSelectedDryRun(tenant.as[role], { businessId, address: '' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  await expect(
    startSelectedDryRun(tenant.as.owner, { businessId, address: 'payment=nonsense' }),
  ).rejects.toMatchObject({ code: 'conflict' });
  const address = `only=${one},${two}`;
  await startSelectedDryRun(tenant.as.owner, { businessId, address });
  const worker = createContext({ kind: 'system', name: 'reprocessing' });
  await runReprocessings(worker, AbortSignal.timeout(20_000));
  const { runs } = await listReprocessings(tenant.as.owner, businessId);
  expect(runs[0]).toMatchObject({ state: 'done', total: 2, seen: 2, selection: { selectedCount: 2 } });
});

test('rejects the quarantined callbacks of a selection, with an audit entry each', async () => {
  const { businessId } = tenant;
  await expect(
    rejectSelected(tenant.as.finance, { businessId, address: '', note: 'no' }),
  ).rejects.toMatchObject({ code: 'forbidden' });
  expect(await rejectSelected(tenant.as.owner, { businessId, address: '', note: 'Never ours' })).toEqual({
    rejected: 2,
    unchanged: 3,
  });
  expect(await database().callbackMessage.count({ where: { businessId, verdict: 'rejected' } })).toBe(2);
  expect(
    await database().callbackMessage.count({ where: { verdict: 'rejected', businessId: other.businessId } }),
  ).toBe(0);
  const audited = await database().auditEntry.findMany({
    where: { chainId: businessId, action: 'callback.reject' },
  });
  expect(audited).toHaveLength(2);
});

test('rejecting a selection needs a recent authentication, also if nothing in it is quarantined', async () => {
  const { businessId, as } = await createTenant();
  await makeSessionStale(as.owner);
  await expect(rejectSelected(as.owner, { businessId, address: '', note: 'no' })).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
});
