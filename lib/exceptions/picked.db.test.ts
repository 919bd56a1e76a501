import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { maximumSelected, readListQuery } from '#lib/lists/model/query.ts';
import type { ExceptionRow } from './model.ts';
import { exceptionList } from './model.ts';
import { listExceptions } from './queries.ts';
import type { WorkSelectedForm } from './schema.ts';
import { workException } from './work-exception.ts';
import { workSelected } from './work-picked.ts';

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
});
afterAll(closeDatabase);

const kinds = [
  { coverage: 'under' },
  { coverage: 'over' },
  { coverage: 'exact', late: true },
  { coverage: 'exact', currencyMismatch: true },
  { recordSeen: false },
] as const;
/** One of each kind that a payment can be, and a request of unknown outcome. */
async function oneOfEach(): Promise<string[]> {
  const { businessId, as } = tenant;
  const ids: string[] = [];
  for (const given of kinds) ids.push(await insertPayment(businessId, { recordSeen: true, ...given }));
  const at = new Date();
  const intent = await database().paymentIntent.create({
    data: {
      businessId,
      clientPaymentId: `lost-${randomUUID()}`,
      requestBody: '{}',
      state: 'UNKNOWN',
      createdById: as.finance.actor.personId,
      createdAt: at,
      changedAt: at,
    },
  });
  return [...ids, intent.id];
}
const act = (doing: WorkSelectedForm['act'], address: string, by = tenant.as.finance) =>
  workSelected(by, { businessId: tenant.businessId, address, filtered: null, act: doing });
const none = { count: 0, more: false };
const rows = async (address = ''): Promise<readonly ExceptionRow[]> => {
  const given = new URLSearchParams(address);
  const { query } = readListQuery(exceptionList, (name) => given.get(name));
  return (await listExceptions(tenant.as.viewer, tenant.businessId, query, 500)).rows;
};

test('all kinds are given to one person at once, each with an entry of its own, and only where that changes it', async () => {
  const ids = await oneOfEach();
  const { personId } = tenant.as.owner.actor;
  const assign = { kind: 'assign', ownerId: personId } as const;
  expect(await act(assign, `only=${ids.slice(0, 2).join(',')}`)).toEqual({
    done: 2,
    left: 0,
    unseen: 0,
    later: none,
  });
  expect(await act(assign, '')).toEqual({ done: 4, left: 2, unseen: 0, later: none });
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

test('what is picked is resolved with a note behind what was noted, keeps its owner, and can be opened again', async () => {
  const [first = '', ...others] = await oneOfEach();
  const { businessId } = tenant;
  const ownerId = tenant.as.finance.actor.personId;
  await workException(tenant.as.finance, {
    ...{ businessId, kind: 'payment', subjectId: first, version: 0, ownerId },
    note: 'Asked',
    resolved: false,
    states: [],
  });
  expect(await act({ kind: 'resolve', note: 'Goodwill', shown: null }, `except=${others[0]}`)).toEqual({
    done: 5,
    left: 0,
    unseen: 0,
    later: none,
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
  expect(await act({ kind: 'reopen' }, 'work=resolved')).toEqual({
    done: 5,
    left: 0,
    unseen: 0,
    later: none,
  });
  expect(await rows()).toHaveLength(6);
});

test('what came since all were picked stays as it is and is counted, and so does what fits by now', async () => {
  const { businessId, as } = tenant;
  const over = () => insertPayment(businessId, { coverage: 'over', recordSeen: true });
  const [first, second, third] = [await over(), await over(), await over()];
  const later = [await over(), await over()];
  await insertPayment(businessId, { coverage: 'under', recordSeen: true });
  await database().payment.update({
    where: { businessId_paymentId: { businessId, paymentId: third } },
    data: { coverage: 'exact' },
  });
  const work = (doing: WorkSelectedForm['act'], filtered: string) =>
    workSelected(as.finance, {
      businessId,
      address: `${filtered}&only=${[first, second, third].join(',')}`,
      filtered,
      act: doing,
    });
  const ownerId = as.owner.actor.personId;
  expect(await work({ kind: 'assign', ownerId }, 'state=over')).toEqual({
    done: 2,
    left: 1,
    unseen: 0,
    later: { count: 2, more: false },
  });
  expect(await work({ kind: 'resolve', note: '', shown: null }, 'state=over')).toEqual({
    done: 2,
    left: 1,
    unseen: 0,
    later: { count: 2, more: false },
  });
  const open = await rows('state=over');
  expect(open.map(({ subjectId }) => subjectId).toSorted()).toEqual(later.toSorted());
  expect(open.every(({ owner }) => owner === null)).toBe(true);
  expect(await work({ kind: 'reopen' }, 'state=over&work=resolved')).toMatchObject({ done: 2, later: none });
});

test('what no longer fits in another way than was shown is left as it is, and counted by itself', async () => {
  const { businessId } = tenant;
  const under = () => insertPayment(businessId, { coverage: 'under', recordSeen: true });
  const [first, second, third] = [await under(), await under(), await under()];
  await database().payment.updateMany({
    where: { businessId, paymentId: { in: [second, third] } },
    data: { currencyMismatch: true },
  });
  const shown = { [first]: ['under'], [second]: ['under'], [third]: ['under', 'mismatch'] };
  const address = `only=${[first, second, third].join(',')}`;
  expect(await act({ kind: 'resolve', note: '', shown }, address)).toEqual({
    done: 2,
    left: 0,
    unseen: 1,
    later: none,
  });
  expect((await rows()).map(({ subjectId }) => subjectId)).toEqual([second]);
  // What was never shown was not looked at either.
  expect(await act({ kind: 'resolve', note: '', shown: {} }, address)).toMatchObject({ done: 0, unseen: 1 });
});

test('a note that would grow too long is left as it is, and counted', async () => {
  const [id = ''] = await oneOfEach();
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
  expect(await act({ kind: 'resolve', note: 'more', shown: null }, `only=${id}`)).toEqual({
    done: 0,
    left: 1,
    unseen: 0,
    later: none,
  });
  expect((await rows()).find(({ subjectId }) => subjectId === id)?.note).toHaveLength(1_999);
});

test('more than can be acted on, an address that is not understood, other roles and other businesses are refused', async () => {
  const { businessId, as } = tenant;
  await oneOfEach();
  const resolve = { kind: 'resolve', note: '', shown: null } as const;
  for (const role of ['viewer', 'compliance'] as const)
    await expect(act(resolve, '', as[role])).rejects.toMatchObject({ code: 'forbidden' });
  const other = await createTenant();
  await expect(act(resolve, '', other.as.owner)).rejects.toMatchObject({ code: 'not-found' });
  await expect(act({ kind: 'assign', ownerId: other.as.owner.actor.personId }, '')).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(act(resolve, 'at=nonsense')).rejects.toMatchObject({ code: 'conflict' });
  expect(await rows()).toHaveLength(6);
  for (let n = 0; n < maximumSelected; n += 1)
    await insertPayment(businessId, { coverage: 'over', recordSeen: true });
  await expect(act(resolve, '')).rejects.toMatchObject({ code: 'conflict' });
  expect(await rows('work=resolved')).toEqual([]);
});
