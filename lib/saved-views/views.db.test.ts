import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { Role } from '#lib/values/roles.ts';
import { changeView } from './change-view.ts';
import { deleteView } from './delete-view.ts';
import { listViews } from './queries.ts';
import { saveView } from './save-view.ts';
import { saveViewForm } from './schema.ts';
import { setDefaultView } from './set-default-view.ts';

let tenant: Tenant;
let other: Tenant;

beforeEach(async () => {
  tenant = await createTenant();
  other = await createTenant();
});
afterAll(closeDatabase);

const save = (role: Role, given: { name?: string; query?: string; shared?: boolean } = {}) =>
  saveView(tenant.as[role], {
    businessId: tenant.businessId,
    list: 'payments',
    name: 'Late ones',
    query: 'derived=late&paymentInitiatedAt=last-7-days&after=abc',
    shared: false,
    ...given,
  });
const seen = async (role: Role) => listViews(tenant.as[role], tenant.businessId, 'payments');
const names = async (role: Role) => (await seen(role)).map(({ name }) => name);
const same = { name: null, query: null, shared: null };

test('an own view is seen by its owner alone, without the place in the list, and audited', async () => {
  const { viewId } = await save('viewer');
  expect(await seen('viewer')).toEqual([
    {
      viewId,
      name: 'Late ones',
      query: 'derived=late&paymentInitiatedAt=last-7-days',
      shared: false,
      isDefault: false,
      mayChange: true,
    },
  ]);
  expect(await names('finance')).toEqual([]);
  const entry = await database().auditEntry.findFirst({ where: { objectId: viewId } });
  expect(entry).toMatchObject({ action: 'list-view.save' });
});

test('finance and owners share; everybody sees what is shared, and those who share may change it', async () => {
  await expect(save('viewer', { shared: true })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(save('compliance', { shared: true })).rejects.toMatchObject({ code: 'forbidden' });
  const { viewId } = await save('finance', { shared: true });
  expect(await names('viewer')).toEqual(['Late ones']);
  const given = { businessId: tenant.businessId, viewId, wasShared: true };
  await expect(changeView(tenant.as.viewer, { ...given, ...same, name: 'Mine' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(deleteView(tenant.as.compliance, given)).rejects.toMatchObject({ code: 'forbidden' });
  await changeView(tenant.as.owner, { ...given, ...same, name: 'Everybody’s' });
  expect(await names('viewer')).toEqual(['Everybody’s']);
  await deleteView(tenant.as.owner, given);
  expect(await names('finance')).toEqual([]);
});

test('of those who save a view under the same name at once, all but one are told that it is taken', async () => {
  const both = await Promise.allSettled(Array.from({ length: 8 }, () => save('finance')));
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of both)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid' });
  expect(await names('finance')).toEqual(['Late ones']);
});

test('no view of another business or person is found', async () => {
  const { viewId } = await save('finance');
  for (const wasShared of [true, false]) {
    const given = { viewId, wasShared };
    const foreign = deleteView(other.as.owner, { ...given, businessId: other.businessId });
    await expect(foreign).rejects.toMatchObject({ code: 'conflict' });
    const another = deleteView(tenant.as.owner, { ...given, businessId: tenant.businessId });
    await expect(another).rejects.toMatchObject({ code: 'conflict' });
  }
  await expect(listViews(tenant.as.owner, other.businessId, 'payments')).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('each person has a default of their own; what is taken back is nobody else’s default', async () => {
  const { viewId } = await save('finance', { shared: true });
  const begin = (role: Role, view: string | null) =>
    setDefaultView(tenant.as[role], { businessId: tenant.businessId, list: 'payments', viewId: view });
  await begin('viewer', viewId);
  await begin('finance', viewId);
  expect((await seen('viewer')).map(({ isDefault }) => isDefault)).toEqual([true]);
  expect((await seen('compliance')).map(({ isDefault }) => isDefault)).toEqual([false]);
  await changeView(tenant.as.finance, {
    businessId: tenant.businessId,
    viewId,
    wasShared: true,
    ...same,
    shared: false,
  });
  expect(await seen('viewer')).toEqual([]);
  expect((await seen('finance')).map(({ isDefault }) => isDefault)).toEqual([true]);
  await begin('finance', null);
  expect((await seen('finance')).map(({ isDefault }) => isDefault)).toEqual([false]);
  await begin('finance', viewId);
  await deleteView(tenant.as.finance, { businessId: tenant.businessId, viewId, wasShared: false });
  expect(await seen('finance')).toEqual([]);
});

test('a shared view that filters by risk detail shows to those alone who may see it', async () => {
  await save('owner', { shared: true, query: 'assessment=never' });
  expect(await names('compliance')).toEqual(['Late ones']);
  expect(await names('finance')).toEqual([]);
  expect(await names('viewer')).toEqual([]);
});

test('a name stands once, whatever its letters', async () => {
  await save('finance');
  await expect(save('finance', { name: 'LATE ONES' })).rejects.toMatchObject({ code: 'invalid' });
  await save('owner');
});

test.each(['', '   ', 'x'.repeat(61), '\u202Efdp', 'a\u0000b', '\uD800'])(
  'the name %j is refused',
  (name) => {
    const given = { businessId: tenant.businessId, list: 'payments', query: '', shared: false };
    expect(saveViewForm.safeParse({ ...given, name }).success).toBe(false);
  },
);

test('views of reviews and audit exist for those alone who see these lists, and they share them', async () => {
  const keep = (role: Role, list: 'reviews' | 'audit', shared: boolean) =>
    saveView(tenant.as[role], {
      businessId: tenant.businessId,
      list,
      name: `Of ${role}, ${shared}`,
      query: 'queue=overdue',
      shared,
    });
  for (const role of ['viewer', 'finance'] as const)
    for (const list of ['reviews', 'audit'] as const) {
      await expect(keep(role, list, false)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(listViews(tenant.as[role], tenant.businessId, list)).rejects.toMatchObject({
        code: 'forbidden',
      });
      const opened = { businessId: tenant.businessId, list, viewId: null };
      await expect(setDefaultView(tenant.as[role], opened)).rejects.toMatchObject({ code: 'forbidden' });
    }
  const { viewId } = await keep('compliance', 'reviews', true);
  await keep('compliance', 'audit', false);
  expect((await listViews(tenant.as.owner, tenant.businessId, 'reviews')).map((view) => view.viewId)).toEqual(
    [viewId],
  );
  // Finance shares views of other lists: this one is as if it were not there.
  const given = { businessId: tenant.businessId, viewId, wasShared: true };
  await expect(changeView(tenant.as.finance, { ...given, ...same, name: 'x' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(deleteView(tenant.as.finance, given)).rejects.toMatchObject({ code: 'conflict' });
  await changeView(tenant.as.compliance, { ...given, ...same, name: 'Late' });
  await deleteView(tenant.as.owner, given);
});
