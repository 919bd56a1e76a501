import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import { authenticateNow, makeSessionStale } from '#lib/database/testing/stale-session.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { tTeam } from '#lib/messages/team.ts';
import { addFactor, markFactorVerified } from '#lib/people/testing/factor.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { AssignableRole } from '#lib/values/roles.ts';
import {
  changeRole,
  disableMember,
  enableMember,
  invitePerson,
  removeMember,
  resendInvitation,
  transferOwnership,
} from './index.ts';

describe('an old authentication', () => {
  /** An owner can't change access in a session whose last authentication is too old. */

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
  const readToken = (sent: { readonly link: string | null }): string => sent.link?.split('/').at(-1) ?? '';

  const stale = { code: 'reauthentication-required' };

  /** Everything that an owner does about the access of a person with this role. */
  async function listChanges(role: AssignableRole) {
    const lastDay = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const { businessId } = tenant;
    const [member, disabled, demoted] = [
      await createPerson(new Map([[businessId, role]])),
      await createPerson(new Map([[businessId, role]])),
      await createPerson(new Map([[businessId, role]])),
    ];
    await disableMember(second, target(disabled));
    const invited = await invitePerson(second, {
      businessId,
      email: `${randomUUID()}@example.test`,
      ...{ role, lastDay },
      delivery: 'link',
    });
    const { invitationId } = await database().invitation.findFirstOrThrow({
      where: { tokenHash: hashToken(readToken(invited)) },
    });
    const email = `${randomUUID()}@example.test`;
    const other = role === 'viewer' ? 'compliance' : 'viewer';
    return [
      ['invite', () => invitePerson(owner, { businessId, email, role, lastDay, delivery: 'link' })],
      ['resend', () => resendInvitation(owner, { businessId, invitationId, delivery: 'link' })],
      ['change the role of', () => changeRole(owner, { ...target(demoted), role: other })],
      ['enable', () => enableMember(owner, target(disabled))],
      ['disable', () => disableMember(owner, target(member))],
      ['remove', () => removeMember(owner, target(member))],
    ] as const;
  }

  test.each(['viewer', 'auditor', 'owner'] as const)(
    'an owner needs a recent authentication for the access of a person as %s',
    async (role) => {
      const changes = await listChanges(role);
      await makeSessionStale(owner);
      for (const [act, change] of changes) await expect(change(), act).rejects.toMatchObject(stale);
      await authenticateNow(owner);
      for (const [, change] of changes) await change();
    },
  );

  test.each(['viewer', 'owner'] as const)(
    'an owner with a second factor verifies it for the access of a person as %s',
    async (role) => {
      const changes = await listChanges(role);
      await addFactor(owner.actor.personId, systemClock.now());
      for (const [act, change] of changes) await expect(change(), act).rejects.toMatchObject(stale);
      await markFactorVerified(owner, systemClock.now());
      for (const [, change] of changes) await change();
    },
  );
});

describe('an account that is being disabled', () => {
  /** An operator may disable an account after the request of an owner has begun. */

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
});
