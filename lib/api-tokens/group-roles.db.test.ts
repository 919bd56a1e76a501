import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { tApiTokens } from '#lib/messages/api.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { changeGroupRoles } from './change-group-roles.ts';
import { createApiToken, rerollApiToken, revokeApiToken } from './change-tokens.ts';
import { decideApiToken } from './decide-token.ts';
import {
  findGroupRoles,
  listApiTokens,
  listTokenProposals,
  proposeNoticedTokens,
  withdrawTokenProposals,
} from './index.ts';
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
  const setSecond = (disabledAt: Date | null) =>
    database().membership.updateMany({ where: { personId: second.actor.personId }, data: { disabledAt } });
  const findRole = async (tokenId: string, laterMs: number) =>
    (await findGroupRoles(database(), tokenId, addMilliseconds(systemClock.now(), laterMs)))?.roles[0]?.role;
  return {
    tokenId: await findToken(),
    ...{ findToken, listProposals, decide, narrow, reroll, revoke, setSecond, findRole },
  };
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

test('roles that an owner chose alone count only while there is no other owner, and then wait for them', async () => {
  const { tokenId, listProposals, decide, narrow, setSecond, findRole } = await createDirectory();
  const later = 73 * 3_600_000;
  await setSecond(new Date());
  await narrow(tokenId);
  // The second change must not remove the roles that both approved.
  await database().apiToken.update({
    where: { tokenId },
    data: { directoryRoles: await readVersionsFrom(tokenId, -later) },
  });
  await narrow(tokenId);
  expect([await findRole(tokenId, 0), await findRole(tokenId, later)]).toEqual(['viewer', 'viewer']);
  await setSecond(null);
  expect(await findRole(tokenId, later)).toBe('finance');
  expect(await proposeNoticedTokens(systemContext())).toBe(1);
  await setSecond(new Date());
  expect(await findRole(tokenId, later)).toBe('finance');
  await setSecond(null);
  expect(await listProposals()).toMatchObject([{ after: { groups: [{ group: 'Money', role: 'viewer' }] } }]);
  await decide('approve');
  expect(await findRole(tokenId, 0)).toBe('viewer');
});

/** Returns the stored versions of the roles as if all had begun earlier. */
async function readVersionsFrom(tokenId: string, ms: number) {
  const { directoryRoles } = await database().apiToken.findUniqueOrThrow({ where: { tokenId } });
  const versions = z.array(z.looseObject({ from: z.number() })).parse(directoryRoles);
  return versions.map((version) => ({ ...version, from: version.from + ms }));
}
