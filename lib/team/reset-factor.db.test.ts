import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findPerson } from '#lib/access/session-store.ts';
import { canApprove } from '#lib/access/testing/can-approve.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { countUnusedCodes, storeRecoveryCodes } from '#lib/factors/store.ts';
import { markFactorVerified } from '#lib/people/testing/factor.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { addMilliseconds, fromDate } from '#lib/values/instant.ts';
import { changeRole, createPasswordReset, runOperatorCommand, transferOwnership } from './index.ts';
import { resetMemberFactor } from './reset-factor.ts';

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
});

/** Gives a person an app, a recovery code and a remembered browser. */
async function giveFactor({ actor: { personId } }: Context<PersonActor>): Promise<void> {
  const at = new Date();
  const secret = new Uint8Array(48);
  await database().secondFactor.create({
    data: {
      factorId: randomUUID(),
      personId,
      kind: 'totp',
      secret,
      keyId: 'key',
      createdAt: at,
      confirmedAt: at,
    },
  });
  await inTransaction((transaction) =>
    storeRecoveryCodes(transaction, { personId, codes: [randomUUID()], at: fromDate(at) }),
  );
  await database().person.update({
    where: { id: personId },
    data: { rememberedDevices: { [randomUUID()]: { at: at.getTime(), until: at.getTime() + 60_000 } } },
  });
}

const countRows = async ({ actor: { personId } }: Context<PersonActor>) =>
  (await database().secondFactor.count({ where: { personId } })) +
  (await countUnusedCodes(database(), personId)) +
  (await database().person.count({ where: { id: personId, NOT: { rememberedDevices: { equals: {} } } } }));

const reset = (owner: Context<PersonActor>, person: Context<PersonActor>) =>
  resetMemberFactor(owner, { businessId: tenant.businessId, personId: person.actor.personId });

test('an owner resets the factor of a member: sessions end, and the next sign-in leads to the set-up', async () => {
  const { owner, compliance } = tenant.as;
  await giveFactor(compliance);
  await reset(owner, compliance);
  expect(await countRows(compliance)).toBe(0);
  expect(await findPerson(compliance.actor.sessionId, systemClock.now())).toBeNull();
  const person = await database().person.findUniqueOrThrow({ where: { id: compliance.actor.personId } });
  expect(person.secondFactorDueAt?.getTime()).toBeLessThanOrEqual(Date.now());
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: compliance.actor.personId },
  });
  expect(entries).toMatchObject([{ action: 'person.reset-factor', actorId: owner.actor.personId }]);
  await expect(reset(owner, compliance)).rejects.toMatchObject({ code: 'conflict' });
});

test('for 72 hours the member can’t approve proposals of the owner who reset the factor', async () => {
  const { owner, compliance } = tenant.as;
  await giveFactor(compliance);
  await reset(owner, compliance);
  const people = { proposer: owner, approver: compliance };
  const at = systemClock.now();
  expect(await canApprove(tenant.businessId, { ...people, at })).toBe(false);
  const afterwards = addMilliseconds(at, 72 * 3_600_000 + 60_000);
  expect(await canApprove(tenant.businessId, { ...people, at: afterwards })).toBe(true);
});

test('refuses other roles, oneself, and members of a business that the owner doesn’t own', async () => {
  const { owner, compliance, viewer } = tenant.as;
  const shared = await createPerson(
    new Map([
      [tenant.businessId, 'finance'],
      [await createBusiness(), 'viewer'],
    ]),
  );
  await Promise.all([viewer, owner, shared].map(giveFactor));
  await markFactorVerified(owner, systemClock.now());
  await expect(reset(compliance, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(reset(owner, owner)).rejects.toMatchObject({ code: 'invalid' });
  await expect(reset(owner, shared)).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = (await createTenant()).as.owner;
  await expect(reset(stranger, viewer)).rejects.toMatchObject({ code: 'not-found' });
  await expect(reset(owner, stranger)).rejects.toMatchObject({ code: 'not-found' });
  expect(await countRows(viewer)).toBe(3);
});

test('an owner with a second factor proves it before a colleague’s factor or password is reset', async () => {
  const { owner, viewer } = tenant.as;
  await Promise.all([viewer, owner].map(giveFactor));
  const required = { code: 'reauthentication-required' };
  const member = { businessId: tenant.businessId, personId: viewer.actor.personId };
  await expect(reset(owner, viewer)).rejects.toMatchObject(required);
  await expect(createPasswordReset(owner, member)).rejects.toMatchObject(required);
  expect(await countRows(viewer)).toBe(3);
  await markFactorVerified(owner, systemClock.now());
  await createPasswordReset(owner, member);
  await reset(owner, viewer);
  expect(await countRows(viewer)).toBe(0);
});

test('an owner with a second factor proves it before owners change', async () => {
  const { businessId } = tenant;
  const owner = tenant.as.owner;
  const { personId } = tenant.as.finance.actor;
  await giveFactor(owner);
  const refused = { code: 'reauthentication-required' };
  await expect(changeRole(owner, { businessId, personId, role: 'owner' })).rejects.toMatchObject(refused);
  await expect(transferOwnership(owner, { businessId, personId, role: 'viewer' })).rejects.toMatchObject(
    refused,
  );
  await markFactorVerified(owner, systemClock.now());
  expect(await changeRole(owner, { businessId, personId, role: 'owner' })).toEqual({ role: 'owner' });
});

test('allows an operator to reset the factor of any person, once', async () => {
  const { finance } = tenant.as;
  await giveFactor(finance);
  const command = ['reset', finance.actor.email, '--factor', '--json'];
  const run = async () => JSON.parse(await runOperatorCommand(systemContext('operator'), command));
  expect(await run()).toEqual({ email: finance.actor.email, changed: true });
  expect(await run()).toEqual({ email: finance.actor.email, changed: false });
  expect(await countRows(finance)).toBe(0);
  const entries = await database().auditEntry.findMany({ where: { objectId: finance.actor.personId } });
  expect(entries).toMatchObject([{ action: 'person.reset-factor', actorId: 'operator' }]);
});

test.each([[[]], [['--factor', '--password']]])(
  'requires an operator to name what to reset, %#',
  async (flags) => {
    const command = ['reset', tenant.as.finance.actor.email, ...flags];
    await expect(runOperatorCommand(systemContext('operator'), command)).rejects.toMatchObject({
      code: 'invalid',
    });
  },
);
