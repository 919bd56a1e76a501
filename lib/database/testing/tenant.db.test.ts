import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '../pools.ts';
import { createTenant } from './tenant.ts';

afterAll(closeDatabase);

test('creates a tenant with one person per role that shares nothing with others', async () => {
  const [one, two] = [await createTenant(), await createTenant()];
  expect(one.businessId).not.toBe(two.businessId);
  const memberships = await database().membership.findMany({ where: { businessId: one.businessId } });
  expect(memberships.map((membership) => membership.role).sort()).toEqual([
    'accountant',
    'compliance',
    'finance',
    'owner',
    'viewer',
  ]);
  expect(one.as.owner.actor.roles.get(one.businessId)).toBe('owner');
  expect(one.as.owner.actor.roles.get(two.businessId)).toBeUndefined();
});
