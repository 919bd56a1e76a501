import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { makeSessionStale } from '#lib/database/testing/stale-session.ts';
import type { Tenant, TenantRole } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
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

const save = (role: TenantRole, input: { name?: string; query?: string; shared?: boolean } = {}) =>
  saveView(tenant.as[role], {
    businessId: tenant.businessId,
    list: 'payments',
    name: 'Late ones',
    query: 'derived=late&paymentInitiatedAt=last-7-days&after=abc',
    shared: false,
    ...input,
  });
const seen = async (role: TenantRole) => listViews(tenant.as[role], tenant.businessId, 'payments');
const names = async (role: TenantRole) => (await seen(role)).map(({ name }) => name);
const same = { name: null, query: null, shared: null };

test('shows a private view only to its owner, without the list position, and audits it', async () => {
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

test('allows finance and owners to share and change shared views, which everyone sees', async () => {
  await expect(save('viewer', { shared: true })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(save('compliance', { shared: true })).rejects.toMatchObject({ code: 'forbidden' });
  const { viewId } = await save('finance', { shared: true });
  expect(await names('viewer')).toEqual(['Late ones']);
  const input = { businessId: tenant.businessId, viewId, wasShared: true };
  await expect(changeView(tenant.as.viewer, { ...input, ...same, name: 'Mine' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(deleteView(tenant.as.compliance, input)).rejects.toMatchObject({ code: 'forbidden' });
  await changeView(tenant.as.owner, { ...input, ...same, name: 'Everybody’s' });
  expect(await names('viewer')).toEqual(['Everybody’s']);
  await deleteView(tenant.as.owner, input);
  expect(await names('finance')).toEqual([]);
});

test('refuses all but one of simultaneous views with the same name', async () => {
  const both = await Promise.allSettled(Array.from({ length: 8 }, () => save('finance')));
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of both)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid' });
  expect(await names('finance')).toEqual(['Late ones']);
});

test('finds no view of another business or person', async () => {
  const { viewId } = await save('finance');
  for (const wasShared of [true, false]) {
    const input = { viewId, wasShared };
    const foreign = deleteView(other.as.owner, { ...input, businessId: other.businessId });
    await expect(foreign).rejects.toMatchObject({ code: 'conflict' });
    const another = deleteView(tenant.as.owner, { ...input, businessId: tenant.businessId });
    await expect(another).rejects.toMatchObject({ code: 'conflict' });
  }
  await expect(listViews(tenant.as.owner, other.businessId, 'payments')).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('keeps one default per person, and clears it for others when sharing stops', async () => {
  const { viewId } = await save('finance', { shared: true });
  const begin = (role: TenantRole, view: string | null) =>
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

test('shows a shared view with risk filters only to people with the permission', async () => {
  await save('owner', { shared: true, query: 'assessment=never' });
  expect(await names('compliance')).toEqual(['Late ones']);
  expect(await names('finance')).toEqual([]);
  expect(await names('viewer')).toEqual([]);
});

test('compares names without regard to case', async () => {
  await save('finance');
  await expect(save('finance', { name: 'LATE ONES' })).rejects.toMatchObject({ code: 'invalid' });
  await save('owner');
});

test.each(['', '   ', 'x'.repeat(61), '\u202Efdp', 'a\u0000b', '\uD800'])(
  'the name %j is refused',
  (name) => {
    const input = { businessId: tenant.businessId, list: 'payments', query: '', shared: false };
    expect(saveViewForm.safeParse({ ...input, name }).success).toBe(false);
  },
);

test('limits views of reviews and audit to people who see these lists, who may share them', async () => {
  const keep = (role: TenantRole, list: 'reviews' | 'audit', shared: boolean) =>
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
  // Finance shares views of other lists, so this one doesn't exist for them.
  const input = { businessId: tenant.businessId, viewId, wasShared: true };
  await expect(changeView(tenant.as.finance, { ...input, ...same, name: 'x' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(deleteView(tenant.as.finance, input)).rejects.toMatchObject({ code: 'conflict' });
  await changeView(tenant.as.compliance, { ...input, ...same, name: 'Late' });
  await deleteView(tenant.as.owner, input);
});

test('taking a shared view away from others needs a recent authentication', async () => {
  const { businessId, as } = tenant;
  const stale = { code: 'reauthentication-required' };
  const own = await save('finance', { name: 'Mine' });
  const { viewId } = await save('finance', { shared: true });
  await makeSessionStale(as.finance);
  const shared = { businessId, viewId, wasShared: true };
  await expect(deleteView(as.finance, shared)).rejects.toMatchObject(stale);
  await expect(changeView(as.finance, { ...shared, ...same, shared: false })).rejects.toMatchObject(stale);
  await changeView(as.finance, { ...shared, ...same, name: 'Renamed' });
  await deleteView(as.finance, { businessId, viewId: own.viewId, wasShared: false });
});
