import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createBusiness, createPerson, systemContext } from '#lib/database/testing/tenant.ts';
import { changePassword } from '#lib/people/change-password.ts';
import { createPerson as createAccount } from '#lib/people/index.ts';
import { fakeHash, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { createPasswordReset, invitePerson, joinByInvitation, resetPassword } from './index.ts';

testPasswords.isHashFake = true;

/** No way to set a password takes one with the name of a business of the person. */

const refused = {
  code: 'invalid',
  fieldErrors: { password: [expect.stringContaining('name of your business')] },
};
const weak = ['nordlicht2026', 'N0rd-L!cht and snow'];
const strong = 'a quiet long password';
const readToken = (sent: { readonly link: string | null }): string => sent.link?.split('/').at(-1) ?? '';

async function createTeam() {
  const businessId = await createBusiness('Nordlicht GmbH');
  const owner = await createPerson(new Map([[businessId, 'owner']]));
  const viewer = await createPerson(new Map([[businessId, 'viewer']]));
  return { businessId, owner, viewer };
}

test('an invitation', async () => {
  const { businessId, owner } = await createTeam();
  const email = `${randomUUID()}@example.test`;
  const token = readToken(await invitePerson(owner, { businessId, email, role: 'viewer', delivery: 'link' }));
  const join = (password: string) =>
    joinByInvitation(systemContext('invitation'), { token, name: 'A new person', password });
  for (const password of weak) await expect(join(password)).rejects.toMatchObject(refused);
  await join(strong);
});

test('a link for a new password', async () => {
  const { businessId, owner, viewer } = await createTeam();
  const { personId } = viewer.actor;
  const token = readToken(await createPasswordReset(owner, { businessId, personId }));
  const reset = (password: string) => resetPassword(systemContext('password-reset'), { token, password });
  for (const password of weak) await expect(reset(password)).rejects.toMatchObject(refused);
  await reset(strong);
});

test('a change in the settings, with the name of any business of the person', async () => {
  const { businessId, viewer } = await createTeam();
  const { personId } = viewer.actor;
  const passwordHash = fakeHash('the former password');
  const other = await createBusiness('Sonnenschein');
  await database().membership.create({ data: { personId, businessId: other, role: 'viewer' } });
  await database().person.update({ where: { id: personId }, data: { passwordHash } });
  const change = (password: string) =>
    changePassword(viewer, { businessId, currentPassword: 'the former password', password });
  for (const password of [...weak, 'sonnenschein 24'])
    await expect(change(password)).rejects.toMatchObject(refused);
  await change(strong);
});

test('the set-up of the first owner, whatever a demo person may have', async () => {
  const account = (password: string) => ({ email: `${randomUUID()}@example.test`, name: 'First', password });
  const businessNames = ['Nordlicht GmbH'];
  for (const password of [...weak, 'countinghouse-demo'])
    for (const isDemo of [false, true])
      await expect(
        createAccount(systemContext('first-data'), account(password), { businessNames, isDemo }),
      ).rejects.toMatchObject(refused);
  await createAccount(systemContext('first-data'), account(strong), { businessNames });
});
