import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { tTeam } from '#lib/messages/team.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { changeRole, invitePerson, removeMember, transferOwnership } from './index.ts';

/** An operator may disable an account after the request of an owner has begun. */

afterAll(closeDatabase);

let tenant: Tenant;
let owner: Context<PersonActor>;
let second: Context<PersonActor>;

beforeEach(async () => {
  tenant = await createTenant();
  owner = tenant.as.owner;
  second = await createPerson(new Map([[tenant.businessId, 'owner']]));
});

const target = (person: Context<PersonActor>) => ({
  businessId: tenant.businessId,
  personId: person.actor.personId,
});

const actWhileDisabling = <T>({ actor }: Context<PersonActor>, act: () => Promise<T>): Promise<T> =>
  actDuringDisabling(actor.personId, act);

test('an owner whose account is being disabled can’t invite a person', async () => {
  const email = `${randomUUID()}@example.test`;
  const inviting = actWhileDisabling(second, () =>
    invitePerson(second, { businessId: tenant.businessId, email, role: 'viewer', delivery: 'link' }),
  );
  await expect(inviting).rejects.toMatchObject({ code: 'forbidden' });
  // Otherwise it would work once the account is enabled again.
  expect(await database().invitation.count({ where: { email } })).toBe(0);
});

test.each<[name: string, end: () => Promise<unknown>]>([
  ['leave', () => removeMember(owner, target(owner))],
  ['take another role', () => changeRole(owner, { ...target(owner), role: 'viewer' })],
])('owners stay when they %s while the account of the other one is disabled', async (_name, end) => {
  await expect(actWhileDisabling(second, end)).rejects.toMatchObject({
    code: 'conflict',
    message: tTeam('problem.lastOwner'),
  });
  expect(await database().membership.count({ where: { ...target(owner), role: 'owner' } })).toBe(1);
});

test('ownership is not transferred to an account that is being disabled', async () => {
  const { finance } = tenant.as;
  const transferring = actWhileDisabling(finance, () =>
    transferOwnership(owner, { ...target(finance), role: 'viewer' }),
  );
  await expect(transferring).rejects.toMatchObject({ code: 'conflict' });
});
