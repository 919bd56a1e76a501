import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { canApprove, readApprovalBlocks } from '#lib/access/testing/can-approve.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { authenticateNow } from '#lib/database/testing/stale-session.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { disableMemberAsOperator, enableMemberAsOperator } from './disable-member.ts';
import {
  acceptInvitation,
  changeRole,
  changeRoleAsOperator,
  createPasswordReset,
  createPasswordResetAsOperator,
  disableMember,
  enableMember,
  invitePerson,
  resetPassword,
} from './index.ts';
import { resetFactorAsOperator, resetMemberFactor } from './reset-factor.ts';

const hourMs = 3_600_000;
let tenant: Tenant;
let now: Instant;
const clock: Clock = { now: () => now };
const at = (person: Context<PersonActor>): Context<PersonActor> => ({ ...person, clock });

beforeEach(async () => {
  now = systemClock.now();
  tenant = await createTenant();
});

const mayApprove = (proposer: Context<PersonActor>, approver: Context<PersonActor>) =>
  canApprove(tenant.businessId, { proposer, approver, at: now });
const readBlocks = (proposer: Context<PersonActor>, approver: Context<PersonActor>) =>
  readApprovalBlocks(tenant.businessId, { proposer, approver, at: now });
const target = (person: Context<PersonActor>, businessId = tenant.businessId) => ({
  businessId,
  personId: person.actor.personId,
});

/** Verifies the address of a person who joined by a copied link, and adds a passkey. */
async function verify(person: Context<PersonActor>) {
  const { personId } = person.actor;
  await database().person.update({ where: { id: personId }, data: { emailVerifiedAt: new Date(now) } });
  await addFactor(personId, now);
}

/** The person after a change that made them an owner. */
const asOwner = (person: Context<PersonActor>, businessId: BusinessId): Context<PersonActor> => ({
  ...person,
  actor: { ...person.actor, roles: new Map([...person.actor.roles, [businessId, 'owner']]) },
});

/** Each act gives `to` access at the business, or invites another person. Returns the person with the access. */
const giveAccess = {
  invitation: async (by: Context<PersonActor>, _to: Context<PersonActor>, business = tenant.businessId) => {
    const invitee = await createPerson(new Map());
    const { link } = await invitePerson(at(by), {
      businessId: business,
      email: invitee.actor.email,
      role: 'owner',
      delivery: 'link',
    });
    await acceptInvitation(at(invitee), { token: link?.split('/invitation/')[1] ?? '' });
    await verify(invitee);
    return asOwner(invitee, business);
  },
  role: async (by: Context<PersonActor>, to: Context<PersonActor>, business = tenant.businessId) => {
    await changeRole(at(by), { ...target(to, business), role: 'owner' });
    return asOwner(to, business);
  },
  enable: async (by: Context<PersonActor>, to: Context<PersonActor>, business = tenant.businessId) => {
    await disableMember(at(by), target(to, business));
    await enableMember(at(by), target(to, business));
    return to;
  },
  factor: async (by: Context<PersonActor>, to: Context<PersonActor>, business = tenant.businessId) => {
    await addFactor(to.actor.personId, now);
    await resetMemberFactor(at(by), target(to, business));
    return to;
  },
  reset: async (by: Context<PersonActor>, to: Context<PersonActor>, business = tenant.businessId) => {
    const { link } = await createPasswordReset(at(by), target(to, business));
    const token = link?.split('/reset/')[1] ?? '';
    await resetPassword(systemContext('password-reset', clock), { token, password: 'another long password' });
    return to;
  },
} as const;

const kinds = ['invitation', 'role', 'enable', 'factor', 'reset'] as const;

test.each(kinds)(
  'after access by %s neither person approves proposals of the other for 72 hours',
  async (kind) => {
    const { owner, finance, compliance } = tenant.as;
    const receiver = await giveAccess[kind](owner, finance);
    expect(await mayApprove(owner, receiver)).toBe(false);
    // Otherwise an owner could propose with an account that they took over, and approve as themselves.
    expect(await mayApprove(receiver, owner)).toBe(false);
    expect(await mayApprove(compliance, receiver)).toBe(true);
    now = addMilliseconds(now, 72 * hourMs - 1);
    expect(await mayApprove(owner, receiver)).toBe(false);
    expect(await mayApprove(receiver, owner)).toBe(false);
    now = addMilliseconds(now, 1);
    expect(await mayApprove(owner, receiver)).toBe(true);
    expect(await mayApprove(receiver, owner)).toBe(true);
  },
);

test.each(kinds)(
  'two people to whom one owner gave access, one by %s, approve nothing of each other for 72 hours',
  async (kind) => {
    const { owner, finance, viewer, compliance } = tenant.as;
    const first = await giveAccess[kind](owner, finance);
    const second = await giveAccess.role(owner, viewer);
    const block = {
      reason: 'sameGiver',
      giver: owner.actor.name,
      possibleFrom: addMilliseconds(now, 72 * hourMs),
    };
    expect(await readBlocks(first, second)).toEqual([block]);
    expect(await readBlocks(second, first)).toEqual([block]);
    expect(await mayApprove(first, compliance)).toBe(true);
    now = addMilliseconds(now, 72 * hourMs - 1);
    expect(await mayApprove(first, second)).toBe(false);
    now = addMilliseconds(now, 1);
    expect(await readBlocks(first, second)).toEqual([]);
  },
);

test.each(kinds)('access by %s at another business counts as well', async (kind) => {
  const { businessId } = tenant;
  const elsewhere = await createBusiness();
  const createAtBoth = (role: Role) =>
    createPerson(new Map([businessId, elsewhere].map((business) => [business, role])), clock);
  const giver = await createAtBoth('owner');
  const receiver = await giveAccess[kind](giver, await createAtBoth('compliance'), elsewhere);
  await giveAccess.role(giver, tenant.as.finance);
  expect(await mayApprove(giver, receiver)).toBe(false);
  expect(await mayApprove(tenant.as.finance, receiver)).toBe(false);
  expect(await mayApprove(tenant.as.owner, receiver)).toBe(true);
});

test.each(kinds)('access that a receiver passes on by %s counts as well, to every receiver', async (kind) => {
  const { owner, finance, viewer, compliance } = tenant.as;
  const promoted = await giveAccess.role(owner, finance);
  await authenticateNow(promoted);
  const receiver = await giveAccess[kind](promoted, viewer);
  for (const giver of [owner, promoted]) {
    expect(await mayApprove(giver, receiver)).toBe(false);
    expect(await mayApprove(receiver, giver)).toBe(false);
  }
  expect(await mayApprove(receiver, compliance)).toBe(true);
  // The owner gave access to compliance directly, and to the receiver through another person.
  await giveAccess.enable(owner, compliance);
  expect(await mayApprove(receiver, compliance)).toBe(false);
  expect(await mayApprove(compliance, receiver)).toBe(false);
});

const giveAsOperator = {
  role: (context: Context<SystemActor>, to: Context<PersonActor>) =>
    changeRoleAsOperator(context, { ...target(to), role: 'owner' }),
  enable: async (context: Context<SystemActor>, to: Context<PersonActor>) => {
    await disableMemberAsOperator(context, target(to));
    await enableMemberAsOperator(context, target(to));
  },
  factor: async (context: Context<SystemActor>, to: Context<PersonActor>) => {
    await addFactor(to.actor.personId, now);
    await resetFactorAsOperator(context, to.actor.personId);
  },
  reset: async (context: Context<SystemActor>, to: Context<PersonActor>) => {
    const { link } = await createPasswordResetAsOperator(context, to.actor.personId);
    const token = link?.split('/reset/')[1] ?? '';
    await resetPassword(context, { token, password: 'another long password' });
  },
} as const;

test.each(['role', 'enable', 'factor', 'reset'] as const)(
  'what an operator gives by %s counts as nobody’s, and is recorded and audited',
  async (kind) => {
    const { finance, viewer } = tenant.as;
    const operator = systemContext('operator', clock);
    for (const person of [finance, viewer]) await giveAsOperator[kind](operator, person);
    expect(await mayApprove(finance, viewer)).toBe(true);
    const { businessId } = tenant;
    const recorded = await database().accessGrant.findMany({ where: { businessId } });
    expect(recorded.map(({ grantedById, kind: given }) => [grantedById, given])).toEqual([
      [null, kind],
      [null, kind],
    ]);
    const entries = await database().auditEntry.findMany({ where: { chainId: businessId } });
    for (const { actor } of [finance, viewer])
      expect(
        entries.some(
          ({ actorKind, objectId }) => actorKind === 'system' && objectId.includes(actor.personId),
        ),
      ).toBe(true);
  },
);

test('the identity provider counts as one person', async () => {
  const { finance, compliance, owner } = tenant.as;
  const { businessId } = tenant;
  for (const person of [finance, compliance]) {
    await verify(person);
    await database().accessGrant.create({
      data: { businessId, personId: person.actor.personId, kind: 'provider', grantedAt: new Date(now) },
    });
  }
  expect(await readBlocks(finance, compliance)).toEqual([
    { reason: 'sameProvider', giver: null, possibleFrom: addMilliseconds(now, 72 * hourMs) },
  ]);
  expect(await mayApprove(finance, owner)).toBe(true);
});

test('the first owner is no exception: joined by the set-up link, they need a verified address and a factor', async () => {
  const { owner, finance } = tenant.as;
  const { businessId } = tenant;
  await database().invitation.create({
    data: {
      ...{ businessId, email: null, role: 'owner', delivery: 'link', tokenHash: randomBytes(32) },
      ...{ createdAt: new Date(now), sentAt: new Date(now), expiresAt: new Date(now) },
      ...{ acceptedAt: new Date(now), acceptedById: owner.actor.personId },
    },
  });
  expect(await readBlocks(finance, owner)).toEqual([
    { reason: 'address', giver: null, possibleFrom: null },
    { reason: 'factor', giver: null, possibleFrom: null },
  ]);
  await database().person.update({
    where: { id: owner.actor.personId },
    data: { emailVerifiedAt: new Date(now) },
  });
  expect(await readBlocks(finance, owner)).toEqual([{ reason: 'factor', giver: null, possibleFrom: null }]);
  await addFactor(owner.actor.personId, now);
  expect(await readBlocks(finance, owner)).toEqual([]);
});

test("the database rejects the approval of a change of the desk's settings by such a person", async () => {
  const { owner, finance, compliance } = tenant.as;
  const { businessId } = tenant;
  await changeRole(at(owner), { ...target(finance), role: 'compliance' });
  const pool = databasePool();
  const propose = async (by: Context<PersonActor>) => {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO proposal (business_id, kind, after, reason, proposed_by, proposed_at)
       VALUES ($1, 'review-desk', '{}', 'More', $2, now()) RETURNING proposal_id AS id`,
      [businessId, by.actor.personId],
    );
    return rows[0]?.id ?? randomUUID();
  };
  const approve = (change: string, by: Context<PersonActor>) =>
    pool.query(
      `UPDATE proposal SET state = 'final', answered_by = $2, answered_at = now() WHERE proposal_id = $1`,
      [change, by.actor.personId],
    );
  const byReceiver = await propose(finance);
  await expect(approve(byReceiver, owner)).rejects.toThrow('less than 72 hours ago');
  await pool.query(
    `UPDATE proposal SET state = 'withdrawn', answered_by = $2, answered_at = now() WHERE proposal_id = $1`,
    [byReceiver, finance.actor.personId],
  );
  const byOwner = await propose(owner);
  await expect(approve(byOwner, finance)).rejects.toThrow('less than 72 hours ago');
  await approve(byOwner, compliance);
});

test('the record of granted access is never changed', async () => {
  const { owner, finance } = tenant.as;
  await changeRole(at(owner), { ...target(finance), role: 'viewer' });
  for (const sql of ['DELETE FROM access_grant', 'UPDATE access_grant SET granted_at = now()'])
    await expect(databasePool().query(`${sql} WHERE business_id = $1`, [tenant.businessId])).rejects.toThrow(
      'access_grant only grows and refuses',
    );
});
