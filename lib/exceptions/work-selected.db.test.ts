import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertIntent, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { maximumSelected, parseListQuery } from '#lib/lists/model/query.ts';
import type { ExceptionRow } from './model.ts';
import { exceptionList } from './model.ts';
import { listExceptions } from './queries.ts';
import type { WorkSelectedForm } from './schema.ts';
import { workException } from './work-exception.ts';
import { workSelected } from './work-selected.ts';

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
});

const kinds = [
  { coverage: 'under' },
  { coverage: 'over' },
  { coverage: 'exact', late: true },
  { coverage: 'exact', currencyMismatch: true },
  { recordSeen: false },
] as const;
/** Inserts one payment for each reason, and a request with an unknown outcome. */
async function insertOneOfEach(): Promise<string[]> {
  const { businessId } = tenant;
  const ids: string[] = [];
  for (const columns of kinds) ids.push(await insertPayment(businessId, { recordSeen: true, ...columns }));
  return [...ids, await insertIntent(tenant, `lost-${randomUUID()}`, { state: 'UNKNOWN' })];
}
const run = (act: WorkSelectedForm['act'], address: string, by = tenant.as.finance) =>
  workSelected(by, { businessId: tenant.businessId, address, filtered: null, act });
const none = { count: 0, more: false };
const rows = async (address = ''): Promise<readonly ExceptionRow[]> => {
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(exceptionList, (name) => parameters.get(name));
  return (await listExceptions(tenant.as.viewer, tenant.businessId, query, 500)).rows;
};

test('assigns all kinds to one person, with an audit entry for each one that changes', async () => {
  const ids = await insertOneOfEach();
  const { personId } = tenant.as.owner.actor;
  const assign = { kind: 'assign', ownerId: personId } as const;
  expect(await run(assign, `only=${ids.slice(0, 2).join(',')}`)).toEqual({
    done: 2,
    unchanged: 0,
    unseen: 0,
    addedSince: none,
  });
  expect(await run(assign, '')).toEqual({ done: 4, unchanged: 2, unseen: 0, addedSince: none });
  const all = await rows();
  expect(all).toHaveLength(6);
  expect(all.every(({ owner, resolvedAt }) => owner?.personId === personId && resolvedAt === null)).toBe(
    true,
  );
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, action: 'exception.work' },
  });
  expect(entries.map(({ objectId }) => objectId).toSorted()).toEqual(ids.toSorted());
});

test('resolves the selection with an appended note, keeps assignees, and reopens it', async () => {
  const [first = '', ...others] = await insertOneOfEach();
  const { businessId } = tenant;
  const ownerId = tenant.as.finance.actor.personId;
  await workException(tenant.as.finance, {
    ...{ businessId, kind: 'payment', subjectId: first, version: 0, ownerId },
    note: 'Asked',
    resolved: false,
    states: [],
  });
  expect(await run({ kind: 'resolve', note: 'Goodwill', shown: null }, `except=${others[0]}`)).toEqual({
    done: 5,
    unchanged: 0,
    unseen: 0,
    addedSince: none,
  });
  expect((await rows()).map(({ subjectId }) => subjectId)).toEqual([others[0]]);
  const resolved = await rows('work=resolved');
  expect(resolved.find(({ subjectId }) => subjectId === first)).toMatchObject({
    note: 'Asked\nGoodwill',
    owner: { personId: ownerId },
  });
  expect(resolved.find(({ subjectId }) => subjectId === others[1])).toMatchObject({
    note: 'Goodwill',
    owner: null,
  });
  expect(await run({ kind: 'reopen' }, 'work=resolved')).toEqual({
    done: 5,
    unchanged: 0,
    unseen: 0,
    addedSince: none,
  });
  expect(await rows()).toHaveLength(6);
});

test('leaves later matches and payments without a reason unchanged, and counts them', async () => {
  const { businessId, as } = tenant;
  const over = () => insertPayment(businessId, { coverage: 'over', recordSeen: true });
  const [first, second, third] = [await over(), await over(), await over()];
  const later = [await over(), await over()];
  await insertPayment(businessId, { coverage: 'under', recordSeen: true });
  await database().payment.update({
    where: { businessId_paymentId: { businessId, paymentId: third } },
    data: { coverage: 'exact' },
  });
  const work = (act: WorkSelectedForm['act'], filtered: string) =>
    workSelected(as.finance, {
      businessId,
      address: `${filtered}&only=${[first, second, third].join(',')}`,
      filtered,
      act,
    });
  const ownerId = as.owner.actor.personId;
  expect(await work({ kind: 'assign', ownerId }, 'state=over')).toEqual({
    done: 2,
    unchanged: 1,
    unseen: 0,
    addedSince: { count: 2, more: false },
  });
  expect(await work({ kind: 'resolve', note: '', shown: null }, 'state=over')).toEqual({
    done: 2,
    unchanged: 1,
    unseen: 0,
    addedSince: { count: 2, more: false },
  });
  const open = await rows('state=over');
  expect(open.map(({ subjectId }) => subjectId).toSorted()).toEqual(later.toSorted());
  expect(open.every(({ owner }) => owner === null)).toBe(true);
  expect(await work({ kind: 'reopen' }, 'state=over&work=resolved')).toMatchObject({
    done: 2,
    addedSince: none,
  });
});

test('leaves exceptions with unseen reasons unchanged, and counts them separately', async () => {
  const { businessId } = tenant;
  const under = () => insertPayment(businessId, { coverage: 'under', recordSeen: true });
  const [first, second, third] = [await under(), await under(), await under()];
  await database().payment.updateMany({
    where: { businessId, paymentId: { in: [second, third] } },
    data: { currencyMismatch: true },
  });
  const shown = { [first]: ['under'], [second]: ['under'], [third]: ['under', 'mismatch'] };
  const address = `only=${[first, second, third].join(',')}`;
  expect(await run({ kind: 'resolve', note: '', shown }, address)).toEqual({
    done: 2,
    unchanged: 0,
    unseen: 1,
    addedSince: none,
  });
  expect((await rows()).map(({ subjectId }) => subjectId)).toEqual([second]);
  // An exception that was never shown has only unseen reasons.
  expect(await run({ kind: 'resolve', note: '', shown: {} }, address)).toMatchObject({ done: 0, unseen: 1 });
});

test('leaves an exception unchanged whose note would grow too long, and counts it', async () => {
  const [id = ''] = await insertOneOfEach();
  const { businessId } = tenant;
  const seen = {
    businessId,
    kind: 'payment',
    subjectId: id,
    ownerId: null,
    resolved: false,
    states: [],
  } as const;
  await workException(tenant.as.finance, { ...seen, version: 0, note: 'x'.repeat(1_999) });
  expect(await run({ kind: 'resolve', note: 'more', shown: null }, `only=${id}`)).toEqual({
    done: 0,
    unchanged: 1,
    unseen: 0,
    addedSince: none,
  });
  expect((await rows()).find(({ subjectId }) => subjectId === id)?.note).toHaveLength(1_999);
});

test('refuses too many exceptions, an invalid address, other roles and other businesses', async () => {
  const { businessId, as } = tenant;
  await insertOneOfEach();
  const resolve = { kind: 'resolve', note: '', shown: null } as const;
  for (const role of ['viewer', 'compliance'] as const)
    await expect(run(resolve, '', as[role])).rejects.toMatchObject({ code: 'forbidden' });
  const other = await createTenant();
  await expect(run(resolve, '', other.as.owner)).rejects.toMatchObject({ code: 'not-found' });
  await expect(run({ kind: 'assign', ownerId: other.as.owner.actor.personId }, '')).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(run(resolve, 'at=nonsense')).rejects.toMatchObject({ code: 'conflict' });
  expect(await rows()).toHaveLength(6);
  for (let n = 0; n < maximumSelected; n += 1)
    await insertPayment(businessId, { coverage: 'over', recordSeen: true });
  await expect(run(resolve, '')).rejects.toMatchObject({ code: 'conflict' });
  expect(await rows('work=resolved')).toEqual([]);
});
