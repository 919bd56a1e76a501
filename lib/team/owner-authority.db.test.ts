import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '#lib/access/index.ts';
import { canApprove } from '#lib/access/testing/can-approve.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tTeam } from '#lib/messages/team.ts';
import { findEmailChange, insertEmailChange } from '#lib/people/email-change-store.ts';
import { disablePerson, enablePerson } from '#lib/people/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { AssignableRole } from '#lib/values/roles.ts';
import {
  acceptByVerifiedEmail,
  acceptInvitation,
  changeRole,
  createPasswordReset,
  createPasswordResetAsOperator,
  disableMember,
  invitePerson,
  invitePersonAsOperator,
  joinByInvitation,
  readInvitation,
  readResetState,
  readTeam,
  removeMember,
  resendInvitation,
  resetPassword,
  transferOwnership,
} from './index.ts';

testPasswords.isHashFake = true;

/** Owners act for others. Some of it ends when they lose the role, the access or the account. */

let tenant: Tenant;
let owner: Context<PersonActor>;
let second: Context<PersonActor>;

beforeEach(async () => {
  setMailServer();
  tenant = await createTenant();
  owner = tenant.as.owner;
  second = await createPerson(new Map([[tenant.businessId, 'owner']]));
});

const password = 'a quiet long password';
const target = (person: Context<PersonActor>) => ({
  businessId: tenant.businessId,
  personId: person.actor.personId,
});
const readToken = (sent: { readonly link: string | null }): string => sent.link?.split('/').at(-1) ?? '';
const invite = async (by: Context<PersonActor>, email: string, role: AssignableRole = 'viewer') =>
  readToken(await invitePerson(by, { businessId: tenant.businessId, email, role, delivery: 'link' }));
const listInvitations = async () =>
  (await readTeam(owner, tenant.businessId, { members: 1, invitations: 1 })).invitations.rows;
const readState = async (token: string) => (await readInvitation(token, systemClock.now())).state;

const renew = async (by: Context<PersonActor>) => {
  const [open] = await listInvitations();
  const invitationId = open?.invitationId ?? '';
  return resendInvitation(by, { businessId: tenant.businessId, invitationId, delivery: 'link' });
};
const mayApprove = (proposer: Context<PersonActor>, approver: Context<PersonActor>) =>
  canApprove(tenant.businessId, { proposer, approver, at: systemClock.now() });

test('an owner who renews the invitation of another owner counts as its inviter, and so does the other', async () => {
  const invitee = await createPerson(new Map());
  const former = await invite(owner, invitee.actor.email, 'compliance');
  const token = readToken(await renew(second));
  expect([await readState(former), await readState(token)]).toEqual(['revoked', 'open']);
  expect(await listInvitations()).toHaveLength(1);
  await acceptInvitation(invitee, { token });
  expect(await mayApprove(invitee, second)).toBe(false);
  expect(await mayApprove(second, invitee)).toBe(false);
  expect(await mayApprove(invitee, owner)).toBe(false);
  expect(await mayApprove(invitee, tenant.as.compliance)).toBe(true);
});

test('an owner who renews the invitation of an operator counts as its inviter', async () => {
  const invitee = await createPerson(new Map());
  await invitePersonAsOperator(systemContext('operator'), {
    businessId: tenant.businessId,
    email: invitee.actor.email,
    role: 'compliance',
    delivery: 'link',
  });
  await acceptInvitation(invitee, { token: readToken(await renew(second)) });
  expect(await mayApprove(invitee, second)).toBe(false);
  expect(await mayApprove(invitee, owner)).toBe(true);
});

test('a person whose account is disabled becomes no owner', async () => {
  const { finance } = tenant.as;
  await disablePerson(systemContext('operator'), finance.actor.personId);
  const refused = { code: 'conflict', message: tTeam('problem.accountDisabled') };
  await expect(transferOwnership(owner, { ...target(finance), role: 'viewer' })).rejects.toMatchObject(
    refused,
  );
  await expect(changeRole(owner, { ...target(finance), role: 'owner' })).rejects.toMatchObject(refused);
  await expect(changeRole(owner, { ...target(finance), role: 'viewer' })).resolves.toEqual({
    role: 'viewer',
  });
  expect(await database().membership.count({ where: { ...target(owner), role: 'owner' } })).toBe(1);
});

test.each([
  [
    'whose account was disabled in the database',
    () =>
      database().person.update({ where: { id: second.actor.personId }, data: { disabledAt: new Date() } }),
  ],
  [
    'whose access was ended in the database',
    () => database().membership.updateMany({ where: target(second), data: { disabledAt: new Date() } }),
  ],
  [
    'who has another role',
    () => database().membership.updateMany({ where: target(second), data: { role: 'finance' } }),
  ],
])('the invitations of an owner %s give no access', async (_name, endOwnership) => {
  const email = `${randomUUID()}@example.test`;
  const invitee = await createPerson(new Map());
  const token = await invite(second, email);
  const ofAccount = await invite(second, invitee.actor.email);
  await endOwnership();
  expect(await readState(token)).toBe('revoked');
  const join = joinByInvitation(systemContext('invitation'), { token, name: 'A new person', password });
  await expect(join).rejects.toMatchObject({ code: 'conflict' });
  await expect(acceptInvitation(invitee, { token: ofAccount })).rejects.toMatchObject({ code: 'conflict' });
  const joined = await inTransaction((transaction) =>
    acceptByVerifiedEmail(transaction, systemContext('single-sign-on'), {
      email: invitee.actor.email,
      personId: invitee.actor.personId,
    }),
  );
  expect(joined).toEqual([]);
  expect((await listInvitations()).map(({ isExpired }) => isExpired)).toEqual([true, true]);
  // Another owner can still send the invitation again.
  expect(await readState(readToken(await renew(owner)))).toBe('open');
});

const reset = (token: string) => resetPassword(systemContext('password-reset'), { token, password });

test.each([
  ['whose account is disabled', () => disablePerson(systemContext('operator'), second.actor.personId)],
  ['without the role', () => changeRole(owner, { ...target(second), role: 'finance' })],
  ['without access', () => disableMember(owner, target(second))],
  [
    'who does not own a new business of the person',
    async () => {
      const { personId } = tenant.as.viewer.actor;
      const businessId = await createBusiness();
      await database().membership.create({ data: { personId, businessId, role: 'viewer' } });
    },
  ],
  ['who removed the person', () => removeMember(owner, target(tenant.as.viewer))],
])('a link for a new password by an owner %s has expired', async (_name, endOwnership) => {
  const { viewer } = tenant.as;
  const token = readToken(await createPasswordReset(second, target(viewer)));
  expect(await readResetState(token, systemClock.now())).toBe('open');
  await endOwnership();
  expect(await readResetState(token, systemClock.now())).toBe('expired');
  await expect(reset(token)).rejects.toMatchObject({ code: 'conflict' });
});

test('an enabled account gets back neither its invitations nor its links', async () => {
  const { personId } = second.actor;
  const invitation = await invite(second, `${randomUUID()}@example.test`);
  const created = readToken(await createPasswordReset(second, target(tenant.as.viewer)));
  const own = readToken(await createPasswordResetAsOperator(systemContext('operator'), personId));
  const tokenHash = hashToken(randomUUID());
  const at = systemClock.now();
  await inTransaction((transaction) =>
    insertEmailChange(transaction, {
      personId,
      email: `${randomUUID()}@example.test`,
      tokenHash,
      at,
      expiresAt: addMilliseconds(at, 3_600_000),
    }),
  );
  await disablePerson(systemContext('operator'), personId);
  await enablePerson(systemContext('operator'), personId);
  const now = systemClock.now();
  expect(await readState(invitation)).toBe('revoked');
  expect(await readResetState(created, now)).toBe('expired');
  expect(await readResetState(own, now)).toBe('expired');
  expect((await findEmailChange(tokenHash))?.expiresAt).toBeLessThanOrEqual(now);
  const entry = await database().auditEntry.findFirst({
    where: { chainId: tenant.businessId, action: 'person.disable' },
  });
  expect(entry?.after).toEqual({
    disabled: true,
    endedSessions: 1,
    endedTokens: 0,
    endedResetLinks: 2,
    endedEmailChanges: 1,
    revokedInvitations: 1,
  });
});

test('a link for a new password by an operator works for every person', async () => {
  const stranger = await createPerson(new Map([[await createBusiness(), 'viewer']]));
  const token = readToken(
    await createPasswordResetAsOperator(systemContext('operator'), stranger.actor.personId),
  );
  await expect(reset(token)).resolves.toEqual({ changed: true });
});

test('the owners get an email when an operator disables or enables the account of an owner, or enables any', async () => {
  const list = async () =>
    (
      await database().mailMessage.findMany({
        where: { businessId: tenant.businessId },
        orderBy: { subject: 'asc' },
        select: { personId: true, subject: true },
      })
    ).map(({ personId, subject }) => `${personId === owner.actor.personId ? 'owner' : 'second'}: ${subject}`);
  const { personId } = tenant.as.viewer.actor;
  await disablePerson(systemContext('operator'), personId);
  expect(await list()).toEqual([]);
  await enablePerson(systemContext('operator'), personId);
  const given = 'Someone got access to your business';
  expect((await list()).sort()).toEqual([`owner: ${given}`, `second: ${given}`]);
  await database().mailMessage.deleteMany({ where: { businessId: tenant.businessId } });
  await disablePerson(systemContext('operator'), second.actor.personId);
  const notice = 'owner: The owners of your business changed';
  expect(await list()).toEqual([notice]);
  await enablePerson(systemContext('operator'), second.actor.personId);
  expect(await list()).toEqual([notice, notice]);
});
