import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeGroupRoles } from '#lib/api-tokens/change-group-roles.ts';
import { rerollApiToken } from '#lib/api-tokens/change-tokens.ts';
import { decideApiToken } from '#lib/api-tokens/decide-token.ts';
import { listApiTokens, listTokenProposals, withdrawTokenProposals } from '#lib/api-tokens/index.ts';
import { changeGroupRolesForm } from '#lib/api-tokens/schema.ts';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { createDirectoryFixture } from './testing/directory-fixture.ts';

const desk = createDirectoryFixture();

const listTokens = async () => (await listApiTokens(desk.tenant.as.owner, desk.tenant.businessId)).tokens;

async function propose(tokenId: string, groups: string): Promise<void> {
  const { businessId, as } = desk.tenant;
  await changeGroupRoles(as.owner, changeGroupRolesForm.parse({ businessId, tokenId, groups }));
}

/** Proposes the roles for one token, which another owner approves. */
async function change(tokenId: string, groups: string): Promise<void> {
  const { businessId } = desk.tenant;
  await propose(tokenId, groups);
  for (const { proposalId } of await listTokenProposals(desk.second, businessId))
    await decideApiToken(desk.second, { businessId, proposalId, answer: 'approve', comment: '' });
}

async function addMoneyUser() {
  const { businessId } = desk.tenant;
  const email = `${randomUUID()}@example.test`;
  await desk.addGroup('Money', [await desk.addUser(email)]);
  const { id: personId } = await database().person.findUniqueOrThrow({ where: { email } });
  return async () => (await database().membership.findFirst({ where: { businessId, personId } }))?.role;
}

async function reroll() {
  const { businessId, as } = desk.tenant;
  const [old] = await listTokens();
  const tokenId = old?.tokenId ?? '';
  const { token } = await rerollApiToken(as.owner, { businessId, tokenId, overlapHours: 168 });
  const fresh = (await listTokens()).find((one) => one.tokenId !== tokenId);
  return { token, old: tokenId, fresh: fresh?.tokenId ?? '' };
}

test.each(['fresh', 'old'] as const)(
  'roles changed at the %s token count for requests with either',
  async (at) => {
    const readRole = await addMoneyUser();
    const ids = await reroll();
    expect(await readRole()).toBe('finance');
    await change(ids[at], 'Money = viewer');
    for (const token of [desk.token, ids.token, desk.token]) {
      expect((await desk.send('GET', '/Users', undefined, { token })).status).toBe(200);
      expect(await readRole()).toBe('viewer');
    }
    const shown = (await listTokens()).map(({ directory }) => directory?.roles);
    expect(shown).toEqual(Array(2).fill([{ group: 'Money', role: 'viewer' }]));
  },
);

test.each(['waits for its approval', 'was declined'])(
  'a rerolled token that %s proposes its roles',
  async (state) => {
    const { businessId, as } = desk.tenant;
    await database().apiToken.updateMany({
      where: { personId: as.owner.actor.personId },
      data: { revokedAt: new Date() },
    });
    const created = await desk.createToken(desk.tenant, null);
    for (const { proposalId } of state === 'was declined'
      ? await listTokenProposals(desk.second, businessId)
      : [])
      await decideApiToken(desk.second, { businessId, proposalId, answer: 'decline', comment: '' });
    const { token } = await reroll();
    for (const { proposalId } of await listTokenProposals(desk.second, businessId))
      await decideApiToken(desk.second, { businessId, proposalId, answer: 'approve', comment: '' });
    expect(token).not.toBe(created);
    const groups = ['Money', 'Reviewers', 'Everyone'];
    for (const { directory } of await listTokens())
      expect(directory?.roles.map(({ group }) => group)).toEqual(groups);
  },
);

test('roles stay when a token that began by notice is rerolled and approved', async () => {
  const readRole = await addMoneyUser();
  const { businessId, as } = desk.tenant;
  await database().apiToken.updateMany({
    where: { personId: as.owner.actor.personId },
    data: { approvedBy: [] },
  });
  const { token } = await reroll();
  await desk.send('GET', '/Users');
  expect((await desk.send('GET', '/Users', undefined, { token })).status).toBe(403);
  for (const { proposalId } of await listTokenProposals(desk.second, businessId))
    await decideApiToken(desk.second, { businessId, proposalId, answer: 'approve', comment: '' });
  expect((await desk.send('GET', '/Users', undefined, { token })).status).toBe(200);
  expect(await readRole()).toBe('finance');
  // The other owner has approved the new token only.
  expect((await desk.send('GET', '/Users')).status).toBe(403);
});

/** The proposals about tokens, also those that no page shows. */
const findProposals = (state: string) =>
  database().proposal.findMany({ where: { businessId: desk.tenant.businessId, kind: 'api-token', state } });

test('a proposal about a token that was rerolled since brings no earlier roles back', async () => {
  const readRole = await addMoneyUser();
  const { businessId } = desk.tenant;
  const { old, fresh, token } = await reroll();
  // An earlier version replaced tokens while other roles waited. Now only the newest token has roles that wait.
  const setRevoked = (revokedAt: Date | null) =>
    database().apiToken.update({ where: { tokenId: fresh }, data: { revokedAt } });
  await setRevoked(new Date());
  await propose(old, 'Money = compliance');
  await setRevoked(null);
  const [waiting] = await findProposals('proposed');
  expect(waiting?.subject).toBe(old);
  expect(await listTokenProposals(desk.second, businessId)).toEqual([]);
  await change(fresh, 'Money = viewer');
  const proposalId = waiting?.proposalId ?? '';
  await expect(
    decideApiToken(desk.second, { businessId, proposalId, answer: 'approve', comment: '' }),
  ).rejects.toMatchObject({ code: 'conflict' });
  for (const either of [token, desk.token]) {
    expect((await desk.send('GET', '/Users', undefined, { token: either })).status).toBe(200);
    expect(await readRole()).toBe('viewer');
  }
  await withdrawTokenProposals(systemContext());
  expect(await findProposals('withdrawn')).toMatchObject([{ proposalId, answeredById: null }]);
});

test('one change of the roles waits for all tokens that replace each other', async () => {
  const { old, fresh } = await reroll();
  await propose(old, 'Money = viewer');
  expect(await findProposals('proposed')).toMatchObject([{ subject: fresh }]);
  await expect(propose(fresh, 'Money = compliance')).rejects.toMatchObject({ code: 'conflict' });
});

test('the only owner changes no roles while an earlier change waits', async () => {
  const { businessId, as } = desk.tenant;
  const [token] = await listTokens();
  await propose(token?.tokenId ?? '', 'Money = compliance');
  await database().membership.deleteMany({
    where: { businessId, personId: desk.second.actor.personId },
  });
  await expect(propose(token?.tokenId ?? '', 'Money = viewer')).rejects.toMatchObject({ code: 'conflict' });
  const [waiting] = await findProposals('proposed');
  await decideApiToken(as.owner, {
    ...{ businessId, proposalId: waiting?.proposalId ?? '', answer: 'withdraw', comment: '' },
  });
  await propose(token?.tokenId ?? '', 'Money = viewer');
});
