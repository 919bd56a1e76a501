import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { requestEmailChange } from '#lib/people/change-email.ts';
import { changePassword } from '#lib/people/change-password.ts';
import { hashPassword } from '#lib/people/index.ts';
import { reauthenticate } from '#lib/people/reauthenticate.ts';
import { signIn } from '#lib/people/testing/sign-in.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';

import {
  createPasswordResetAsOperator,
  requestPasswordReset,
  resetPassword,
  sendPasswordResets,
} from '#lib/team/index.ts';
import { signInWithIdentity } from './sign-in-with-identity.ts';

Object.assign(testEnv, {
  ...{ OIDC_ISSUER: 'https://login.corp.test', OIDC_CLIENT_ID: 'client', OIDC_CLIENT_SECRET: 'secret' },
  OIDC_DOMAINS: ['enforced.test'],
  ...{ OIDC_BREAK_GLASS: ['emergency@enforced.test'], OIDC_NAME: 'enforced.test' },
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'desk@house.test' },
});

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const newEmail = (domain = 'corp.test') => `${randomUUID()}@${domain}`;

/** Creates a member with this address. */
async function addMember(email: string, role: 'viewer' | 'owner' = 'viewer') {
  const context = await createPerson(new Map([[tenant.businessId, role]]));
  await database().person.update({ where: { id: context.actor.personId }, data: { email } });
  return { ...context, actor: { ...context.actor, email } };
}

test('no password, link or new address is a way in at an enforced domain, except for break-glass addresses', async () => {
  const password = 'a quiet long password';
  const passwordHash = await hashPassword(password);
  const [member, emergency] = [
    await addMember(newEmail('enforced.test'), 'owner'),
    await addMember('emergency@enforced.test', 'owner'),
  ];
  await database().person.updateMany({
    where: { id: { in: [member.actor.personId, emergency.actor.personId] } },
    data: { passwordHash },
  });
  const sender = { address: '2001:db8:1:1::1', userAgent: null, knownDevice: async () => null };
  const enter = (email: string, typed: string) =>
    signIn(systemContext('sign-in'), { email, password: typed }, sender).then(
      () => 'opened',
      (error: Error) => error.message,
    );
  const useSingleSignOn = 'Accounts of this email domain sign in with enforced.test, not with a password.';
  expect(await enter(member.actor.email, password)).toBe(useSingleSignOn);
  // Every address gets the same words.
  expect(await enter(newEmail('enforced.test'), password)).toBe(useSingleSignOn);
  expect(await enter(emergency.actor.email, 'wrong')).toBe(useSingleSignOn);
  expect(await enter(emergency.actor.email, password)).toBe('opened');

  const conflict = { code: 'conflict', message: useSingleSignOn };
  const businessId = tenant.businessId;
  await expect(
    createPasswordResetAsOperator(systemContext('operator'), member.actor.personId),
  ).rejects.toMatchObject(conflict);
  await expect(
    changePassword(member, { businessId, currentPassword: password, password: 'another quiet password' }),
  ).rejects.toMatchObject(conflict);
  await expect(
    requestEmailChange(member, { businessId, email: 'me@elsewhere.test', currentPassword: password }),
  ).rejects.toMatchObject(conflict);
  // The old password doesn't confirm who someone is either, and a break-glass one does.
  const confirm = { businessId, currentPassword: password };
  await expect(reauthenticate(member, confirm)).rejects.toMatchObject(conflict);
  await expect(reauthenticate(emergency, confirm)).resolves.toEqual({ isConfirmed: true });

  // A mailed link: the answer is the same, and no mail is queued.
  await requestPasswordReset(systemContext(), { email: member.actor.email }, { address: '192.0.2.1' });
  await requestPasswordReset(systemContext(), { email: emergency.actor.email }, { address: '192.0.2.1' });
  expect(await sendPasswordResets(systemContext(), AbortSignal.timeout(5_000))).toEqual({
    mailed: 1,
    ignored: 1,
  });
});

test('a first single sign-on leaves the password of a break-glass address', async () => {
  const where = { email: 'emergency@enforced.test' };
  const before = await database().person.findUniqueOrThrow({ where });
  expect(before.emailVerifiedAt).toBeNull();
  const settings = {
    issuer: 'https://login.corp.test',
    clientId: 'client',
    clientSecret: 'secret',
    name: 'Example Corp',
    algorithm: 'RS256',
    domains: ['enforced.test'],
  } as const;
  const sender = { address: '2001:db8:1:1::2', userAgent: null, knownDevice: async () => null };
  const claims = { sub: randomUUID(), email: where.email, email_verified: true };
  await signInWithIdentity(
    systemContext('single-sign-on'),
    { claims, authenticatedAt: null },
    settings,
    sender,
  );
  const after = await database().person.findUniqueOrThrow({ where });
  expect(after.passwordHash).toBe(before.passwordHash);
  expect(after.emailVerifiedAt).not.toBeNull();
});

test('a link for a new password from before the domain was enforced does not work', async () => {
  const before = await addMember(newEmail());
  const { link } = await createPasswordResetAsOperator(systemContext('operator'), before.actor.personId);
  const token = link?.split('/').at(-1) ?? '';
  await database().person.update({
    where: { id: before.actor.personId },
    data: { email: newEmail('enforced.test'), emailChangedAt: null },
  });
  await expect(
    resetPassword(systemContext(), { token, password: 'another quiet password' }),
  ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('enforced.test') });
});
