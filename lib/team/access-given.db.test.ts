import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import {
  changeRole,
  createPasswordReset,
  disableMember,
  enableMember,
  invitePerson,
  joinByInvitation,
  resendInvitation,
} from './index.ts';
import { resetMemberFactor } from './reset-factor.ts';

testPasswords.isHashFake = true;

/** Every act that gives access is mailed to all owners, also to the one whose session did it. */

let tenant: Tenant;
let owner: Context<PersonActor>;
let second: Context<PersonActor>;
beforeEach(async () => {
  setMailServer();
  tenant = await createTenant();
  owner = tenant.as.owner;
  second = await createPerson(new Map([[tenant.businessId, 'owner']]));
});

const target = ({ actor }: Context<PersonActor>) => ({
  businessId: tenant.businessId,
  personId: actor.personId,
});
const email = `${randomUUID()}@example.test`;
const invite = () =>
  invitePerson(owner, { businessId: tenant.businessId, email, role: 'compliance', delivery: 'link' });
const readToken = (sent: { readonly link: string | null }): string => sent.link?.split('/').at(-1) ?? '';

/** Runs an act and returns the second line of each mail that it queued for an owner. */
async function listNotices(act: () => Promise<unknown>): Promise<readonly string[]> {
  await database().mailMessage.deleteMany({});
  await act();
  const mails = await database().mailMessage.findMany({
    where: { personId: { in: [owner.actor.personId, second.actor.personId] } },
  });
  expect(new Set(mails.map(({ personId }) => personId)).size).toBe(mails.length);
  return mails.map(({ subject, text }) => {
    expect(subject).toBe('Someone got access to your business');
    return text.split('\n\n')[0] ?? '';
  });
}

const twice = (text: string): readonly string[] => [text, text];

test('tells all owners of an invitation, its renewal and its acceptance', async () => {
  const invited = twice('A person was invited with this role: Compliance.');
  expect(await listNotices(invite)).toEqual(invited);
  const { invitationId } = await database().invitation.findFirstOrThrow({ where: { email } });
  const renew = () =>
    resendInvitation(owner, { businessId: tenant.businessId, invitationId, delivery: 'link' });
  let token = '';
  expect(
    await listNotices(async () => {
      token = readToken(await renew());
    }),
  ).toEqual(invited);
  expect(hashToken(token)).toHaveLength(32);
  const join = () =>
    joinByInvitation(systemContext('invitation'), { token, name: 'New', password: 'a quiet long password' });
  expect(await listNotices(join)).toEqual(twice('A person joined with this role: Compliance.'));
});

test('tells all owners of more permissions, and nobody of fewer', async () => {
  const { finance } = tenant.as;
  expect(await listNotices(() => changeRole(owner, { ...target(finance), role: 'compliance' }))).toEqual(
    twice('A person’s role has more permissions now. The new role: Compliance.'),
  );
  expect(await listNotices(() => changeRole(owner, { ...target(finance), role: 'viewer' }))).toEqual([]);
});

test('tells all owners of access that was given back', async () => {
  const { viewer } = tenant.as;
  expect(await listNotices(() => disableMember(owner, target(viewer)))).toEqual([]);
  expect(await listNotices(() => enableMember(owner, target(viewer)))).toEqual(
    twice('A disabled person has access again, with this role: Viewer.'),
  );
});

test('tells all owners of a link for a new password and of a factor that was reset', async () => {
  const { compliance } = tenant.as;
  expect(await listNotices(() => createPasswordReset(owner, target(compliance)))).toEqual(
    twice('A password reset link was created for a person.'),
  );
  await addFactor(compliance.actor.personId, systemClock.now());
  expect(await listNotices(() => resetMemberFactor(owner, target(compliance)))).toEqual(
    twice(
      'Two-factor authentication of a person was reset. They can sign in without it and set it up again.',
    ),
  );
});
