import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { canApprove } from '#lib/access/testing/can-approve.ts';
import { database } from '#lib/database/pools.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createPasswordReset, enableMember, resetPassword } from '#lib/team/index.ts';
import { verifyAddress } from '#lib/team/verify-address.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { createDirectoryFixture, readError } from './testing/directory-fixture.ts';

const desk = createDirectoryFixture();

let email: string;
beforeEach(() => {
  email = `${randomUUID()}@example.test`;
});

const findPersonId = async () =>
  toId<PersonId>((await database().person.findUniqueOrThrow({ where: { email } })).id);
const setVerified = (personId: string, emailVerifiedAt: Date | null) =>
  database().person.update({ where: { id: personId }, data: { emailVerifiedAt } });
const openLink = (link: string | null) =>
  resetPassword(systemContext('password-reset'), {
    token: link?.split('/reset/')[1] ?? '',
    password: 'another long password',
  });

test('links no account of another business until its address is verified', async () => {
  const other = await createTenant();
  const { actor } = other.as.finance;
  const refused = await desk.send('POST', '/Users', { userName: actor.email });
  expect(await readError(refused)).toMatchObject({
    ...{ status: '409', scimType: 'uniqueness' },
    detail: expect.stringContaining('Invite'),
  });
  expect(await database().directoryRecord.count({ where: { personId: actor.personId } })).toBe(0);
  await setVerified(actor.personId, new Date());
  await desk.addUser(actor.email);
});

test('links a member of its own business', async () => {
  await desk.addUser(desk.tenant.as.finance.actor.email);
});

test('links no account that another directory created', async () => {
  const other = await createTenant();
  const second = await createPerson(new Map([[other.businessId, 'owner' as const]]));
  const token = await desk.createToken(other, second);
  await desk.addUser(email);
  const refused = await desk.send('POST', '/Users', { userName: email }, { token });
  expect((await readError(refused)).scimType).toBe('uniqueness');
});

test('keeps links for a new password of another business from opening an account of the directory', async () => {
  const other = await createTenant();
  const { owner } = other.as;
  await desk.addUser(email);
  const personId = await findPersonId();
  await database().membership.create({ data: { personId, businessId: other.businessId, role: 'viewer' } });
  await expect(createPasswordReset(owner, { businessId: other.businessId, personId })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('ends links for a new password of another business when a directory links the account', async () => {
  const other = await createTenant();
  const { owner, finance } = other.as;
  const { personId } = finance.actor;
  const { link } = await createPasswordReset(owner, { businessId: other.businessId, personId });
  await setVerified(personId, new Date());
  await desk.addUser(finance.actor.email);
  await expect(openLink(link)).rejects.toMatchObject({ code: 'conflict' });
});

/** Opens the account by a link for a new password, as its owner alone can. Returns the context of the account. */
async function takeAccount(by: Context<PersonActor>, businessId: BusinessId): Promise<Context<PersonActor>> {
  const personId = await findPersonId();
  const { link } = await createPasswordReset(by, { businessId, personId });
  await openLink(link);
  await addFactor(personId, systemClock.now());
  const roles = new Map([[businessId, 'finance' as const]]);
  return { ...by, actor: { ...by.actor, personId, email, roles } };
}

test.each(['while the directory has it', 'after the directory deleted it'])(
  'an account that an owner opened alone approves nothing, %s',
  async (when) => {
    const { businessId, as } = desk.tenant;
    const user = await desk.addUser(email);
    await desk.addGroup('Money', [user]);
    if (when !== 'while the directory has it') {
      await desk.send('DELETE', `/Users/${user}`);
      await enableMember(as.owner, { businessId, personId: await findPersonId() });
    }
    const account = await takeAccount(as.owner, businessId);
    const at = addMilliseconds(systemClock.now(), 73 * 3_600_000);
    const judged = { proposer: as.owner, approver: account, at };
    expect(await canApprove(businessId, judged)).toBe(false);
    // The maker of the token and who approved it are no independent witnesses of the address.
    const target = { businessId, personId: account.actor.personId };
    for (const owner of [as.owner, desk.second])
      await expect(verifyAddress(owner, target)).rejects.toMatchObject({
        ...{ code: 'conflict', message: expect.stringContaining('You invited') },
      });
    const third = await createPerson(new Map([[businessId, 'owner' as const]]));
    expect(await verifyAddress(third, target)).toEqual({ changed: true });
    expect(await canApprove(businessId, judged)).toBe(true);
  },
);
