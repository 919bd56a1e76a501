import { beforeEach, expect, test } from 'vitest';
import { canApprove } from '#lib/access/testing/can-approve.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { acceptInvitation, invitePerson, readTeam, runOperatorCommand } from './index.ts';
import { verifyAddress } from './verify-address.ts';

let tenant: Tenant;
let second: Context<PersonActor>;
let now: Instant;
const clock: Clock = { now: () => now };
beforeEach(async () => {
  now = systemClock.now();
  tenant = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'owner']]));
});

/** Adds a person by a copied link of an owner. They have a second factor. */
async function join(by: Context<PersonActor>): Promise<Context<PersonActor>> {
  const person = await createPerson(new Map());
  const { businessId } = tenant;
  const invitation = { businessId, email: person.actor.email, role: 'owner', delivery: 'link' } as const;
  const { link } = await invitePerson({ ...by, clock }, invitation);
  await acceptInvitation({ ...person, clock }, { token: link?.split('/').at(-1) ?? '' });
  await addFactor(person.actor.personId, now);
  return { ...person, actor: { ...person.actor, roles: new Map([[businessId, 'owner']]) } };
}

/** Records that the sessions were authenticated just now, also after the time has moved. */
async function verify(by: Context<PersonActor>, person: Context<PersonActor>) {
  const at = toDate(now);
  await database().session.update({
    where: { id: by.actor.sessionId },
    data: { authenticatedAt: at, factorVerifiedAt: at, lastSeenAt: at },
  });
  const input = { businessId: tenant.businessId, personId: person.actor.personId };
  return verifyAddress({ ...by, clock }, input);
}

const approves = (person: Context<PersonActor>) =>
  canApprove(tenant.businessId, { proposer: tenant.as.compliance, approver: person, at: now });
const findMember = async ({ actor }: Context<PersonActor>) =>
  (await readTeam(second, tenant.businessId, { members: 1, invitations: 1 })).members.rows.find(
    ({ personId }) => personId === actor.personId,
  );

test('another owner verifies a person who joined by a copied link, who can then approve', async () => {
  const person = await join(tenant.as.owner);
  expect(await approves(person)).toBe(false);
  expect(await findMember(person)).toMatchObject({
    isAddressVerified: false,
    recentAccess: { from: 'person', giver: tenant.as.owner.actor.name },
  });
  expect(await verify(second, person)).toEqual({ changed: true });
  expect(await approves(person)).toBe(true);
  expect(await findMember(person)).toMatchObject({ isAddressVerified: true });
  expect(await verify(second, person)).toEqual({ changed: false });
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: person.actor.personId, action: 'person.verify-address' },
  });
  expect(entries).toMatchObject([{ actorId: second.actor.personId, after: { verified: true } }]);
});

test('the inviter never verifies, also after 72 hours, and neither do other accounts that they opened', async () => {
  const person = await join(tenant.as.owner);
  const puppet = await join(tenant.as.owner);
  for (const days of [0, 4]) {
    now = addMilliseconds(now, days * 86_400_000);
    for (const by of [tenant.as.owner, puppet])
      await expect(verify(by, person)).rejects.toMatchObject({ code: 'conflict' });
  }
  expect(await approves(person)).toBe(false);
});

test('refuses oneself, roles without the permission, and accounts on which another business relies', async () => {
  const person = await join(tenant.as.owner);
  await expect(verify(person, person)).rejects.toMatchObject({ code: 'invalid' });
  await expect(verify(tenant.as.compliance, person)).rejects.toMatchObject({ code: 'forbidden' });
  await database().membership.create({
    data: { personId: person.actor.personId, businessId: await createBusiness(), role: 'viewer' },
  });
  await expect(verify(second, person)).rejects.toMatchObject({ code: 'forbidden' });
});

test('needs a recent authentication', async () => {
  const person = await join(tenant.as.owner);
  await database().session.update({
    where: { id: second.actor.sessionId },
    data: { authenticatedAt: toDate(addMilliseconds(now, -16 * 60_000)) },
  });
  const input = { businessId: tenant.businessId, personId: person.actor.personId };
  await expect(verifyAddress(second, input)).rejects.toMatchObject({ code: 'reauthentication-required' });
});

test('an operator verifies for a business without another owner', async () => {
  const person = await join(tenant.as.owner);
  const { email } = person.actor;
  const operator = systemContext('operator');
  expect(await runOperatorCommand(operator, ['verify', email])).toContain('verified');
  expect(await approves(person)).toBe(true);
  expect(await runOperatorCommand(operator, ['verify', email])).toContain('Nothing');
});
