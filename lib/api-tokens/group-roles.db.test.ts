import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { tApiTokens } from '#lib/messages/api-tokens.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { changeGroupRoles } from './change-group-roles.ts';
import { createApiToken, rerollApiToken, revokeApiToken } from './change-tokens.ts';
import { decideApiToken } from './decide-token.ts';
import { listApiTokens, listTokenProposals, withdrawTokenProposals } from './index.ts';
import { changeGroupRolesForm, createApiTokenForm } from './schema.ts';

testPasswords.isHashFake = true;

beforeEach(() => {
  setMailServer();
});

test.each([
  [1, 'In 72 hours, an API token begins to write'],
  [2, 'Approval needed: an API token that writes'],
])('other roles of a directory with %i owners are mailed', async (owners, subject) => {
  const { businessId, as } = await createTenant();
  const form = createApiTokenForm.parse({
    ...{ businessId, name: 'Entra', scopes: ['directory:write'], businesses: [businessId] },
    ...{ days: '90', addresses: '', groups: 'Money = finance' },
  });
  await createApiToken(as.owner, form);
  const second = await createPerson(
    new Map([[businessId, owners === 1 ? ('finance' as const) : ('owner' as const)]]),
  );
  const [token] = (await listApiTokens(as.owner, businessId)).tokens;
  const change = { businessId, tokenId: token?.tokenId ?? '', groups: 'Money = viewer' };
  await changeGroupRoles(as.owner, changeGroupRolesForm.parse(change));
  const mails = await database().mailMessage.findMany({ where: { personId: second.actor.personId } });
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
});

/** A business with two owners and an approved token of a directory. */
async function createDirectory() {
  const { businessId, as } = await createTenant();
  const second = await createPerson(new Map([[businessId, 'owner' as const]]));
  const form = createApiTokenForm.parse({
    ...{ businessId, name: 'Entra', scopes: ['directory:write'], businesses: [businessId] },
    ...{ days: '90', addresses: '', groups: 'Money = finance' },
  });
  await createApiToken(as.owner, form);
  const listProposals = () => listTokenProposals(second, businessId);
  const decide = async (answer: 'approve' | 'decline') => {
    const [proposal] = await listProposals();
    return decideApiToken(second, {
      businessId,
      proposalId: proposal?.proposalId ?? '',
      answer,
      comment: '',
    });
  };
  await decide('approve');
  const findToken = async () => (await listApiTokens(as.owner, businessId)).tokens[0]?.tokenId ?? '';
  const narrow = async (tokenId: string) =>
    changeGroupRoles(as.owner, changeGroupRolesForm.parse({ businessId, tokenId, groups: 'Money = viewer' }));
  const reroll = (tokenId: string) => rerollApiToken(as.owner, { businessId, tokenId, overlapHours: 168 });
  const revoke = (tokenId: string) => revokeApiToken(as.owner, { businessId, tokenId });
  return { tokenId: await findToken(), findToken, listProposals, decide, narrow, reroll, revoke };
}

test('a token isn’t replaced while other roles of its groups wait, so that they aren’t lost', async () => {
  const { tokenId, listProposals, decide, narrow, reroll } = await createDirectory();
  await narrow(tokenId);
  await expect(reroll(tokenId)).rejects.toMatchObject({
    ...{ code: 'conflict', message: tApiTokens('refused.waiting') },
  });
  expect(await listProposals()).toHaveLength(1);
  await decide('decline');
  await reroll(tokenId);
});

test('roles change at a token whose replacement was revoked', async () => {
  const { tokenId, findToken, listProposals, decide, narrow, reroll, revoke } = await createDirectory();
  await reroll(tokenId);
  await revoke(await findToken());
  await narrow(tokenId);
  expect(await withdrawTokenProposals(systemContext())).toBe(0);
  expect(await listProposals()).toHaveLength(1);
  await decide('approve');
  const row = await database().apiToken.findUnique({ where: { tokenId } });
  expect(row?.directoryRoles).toMatchObject([{ roles: [{ role: 'viewer' }] }]);
});
