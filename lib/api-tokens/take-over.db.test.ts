import { beforeEach, expect, test } from 'vitest';
import { admitApiToken } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { disableMember } from '#lib/team/index.ts';
import { createApiToken } from './change-tokens.ts';
import { decideApiToken } from './decide-token.ts';
import { listApiTokens, listTokenProposals } from './index.ts';
import { createApiTokenForm } from './schema.ts';
import { takeOverApiToken } from './take-over-token.ts';

let tenant: Tenant;
let second: Context<PersonActor>;
let third: Context<PersonActor>;
beforeEach(async () => {
  tenant = await createTenant();
  const owner = () => createPerson(new Map([[tenant.businessId, 'owner' as const]]));
  [second, third] = [await owner(), await owner()];
});

async function create(
  scopes: readonly string[] = ['payments:read'],
  {
    context = tenant.as.owner,
    businesses,
  }: { context?: Context<PersonActor>; businesses?: readonly string[] } = {},
) {
  const form = createApiTokenForm.parse({
    ...{ businessId: tenant.businessId, name: 'A shop', scopes, days: '90', addresses: '' },
    businesses: businesses ?? [tenant.businessId],
  });
  const { token } = await createApiToken(context, form);
  const { tokenId } = await database().apiToken.findFirstOrThrow({
    where: { personId: context.actor.personId },
    orderBy: { createdAt: 'desc' },
  });
  return { token, tokenId };
}
const takeOver = (context: Context<PersonActor>, tokenId: string) =>
  takeOverApiToken(context, { businessId: tenant.businessId, tokenId });
const end = ({ actor: { personId } }: Context<PersonActor>) =>
  disableMember(second, { businessId: tenant.businessId, personId });
const find = (token: string) => admitApiToken(token, '192.0.2.1', systemClock.now());

test('goes on after its maker has left, in the name of the owner who took it over', async () => {
  const [kept, lost] = [await create(), await create()];
  const { tokens } = await takeOver(second, kept.tokenId);
  expect(tokens.find(({ tokenId }) => tokenId === kept.tokenId)?.maker).toBe(null);
  await end(tenant.as.owner);
  expect((await find(kept.token))?.state).toBe('active');
  expect((await find(kept.token))?.actor.personId).toBe(second.actor.personId);
  expect((await find(lost.token))?.state).toBe('revoked');
  await expect(takeOver(second, lost.tokenId)).rejects.toMatchObject({ code: 'not-found' });
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: tenant.businessId, action: 'api-token.take-over' },
  });
  expect(entry).toMatchObject({
    ...{ actorId: second.actor.personId, objectId: kept.tokenId },
    before: { maker: tenant.as.owner.actor.personId },
  });
});

test('is its former maker, everyone who approved it and who took it over', async () => {
  const { token, tokenId } = await create(['payments:read', 'payments:write']);
  const { businessId } = tenant;
  await expect(takeOver(third, tokenId)).rejects.toMatchObject({ code: 'conflict' });
  const [proposal] = await listTokenProposals(second, businessId);
  const answer = {
    businessId,
    proposalId: proposal?.proposalId ?? '',
    answer: 'approve',
    comment: '',
  } as const;
  await decideApiToken(second, answer);
  await takeOver(third, tokenId);
  const found = await find(token);
  expect(found?.scopes).toContain('payments:write');
  expect(new Set(found?.actor.token?.approvedBy)).toEqual(
    new Set([tenant.as.owner, second, third].map(({ actor }) => actor.personId)),
  );
});

test('is refused for write scopes that no other owner has approved', async () => {
  const declined = await create(['payments:read', 'payments:write']);
  const [proposal] = await listTokenProposals(second, tenant.businessId);
  await decideApiToken(second, {
    ...{ businessId: tenant.businessId, proposalId: proposal?.proposalId ?? '', comment: '' },
    answer: 'decline',
  });
  const others = { personId: { in: [second, third].map(({ actor }) => actor.personId) } };
  await database().membership.updateMany({ where: others, data: { disabledAt: new Date() } });
  const noticed = await create(['payments:read', 'payments:write']);
  await database().membership.updateMany({ where: others, data: { disabledAt: null } });
  for (const { tokenId } of [declined, noticed])
    await expect(takeOver(third, tokenId)).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('approved') },
    });
});

test('is for other owners of all its businesses, with a recent confirmation', async () => {
  const { tokenId } = await create();
  await expect(takeOver(tenant.as.owner, tokenId)).rejects.toMatchObject({ code: 'conflict' });
  for (const context of [tenant.as.finance, tenant.as.compliance, tenant.as.viewer])
    await expect(takeOver(context, tokenId)).rejects.toMatchObject({ code: 'not-found' });
  const other = await createBusiness();
  const both = await createPerson(
    new Map([
      [tenant.businessId, 'owner' as const],
      [other, 'finance' as const],
    ]),
  );
  const wide = await create(['payments:read'], { context: both, businesses: [tenant.businessId, other] });
  await expect(takeOver(second, wide.tokenId)).rejects.toMatchObject({ code: 'not-found' });
  await database().session.updateMany({
    where: { personId: second.actor.personId },
    data: { authenticatedAt: new Date(0) },
  });
  await expect(takeOver(second, tokenId)).rejects.toMatchObject({ code: 'reauthentication-required' });
  expect((await listApiTokens(tenant.as.owner, tenant.businessId)).tokens).toHaveLength(2);
});
