import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createApiToken, rerollApiToken } from './change-tokens.ts';
import { findLifetimeProposal, listApiTokens } from './index.ts';
import { createApiTokenForm } from './schema.ts';
import { decideTokenLifetime, setTokenLifetime } from './set-token-lifetime.ts';

let tenant: Tenant;
let second: Context<PersonActor>;
beforeEach(async () => {
  tenant = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'owner' as const]]));
});

const create = (days: string, context = tenant.as.finance) => {
  const { businessId } = tenant;
  return createApiToken(
    context,
    createApiTokenForm.parse({
      ...{ businessId, name: 'A program', scopes: ['payments:read'], businesses: [businessId] },
      ...{ days, addresses: '' },
    }),
  );
};
const set = (days: 7 | 30 | 90 | 180 | 365, context = tenant.as.owner) =>
  setTokenLifetime(context, { businessId: tenant.businessId, days });
const answer = async (context: Context<PersonActor>, how: 'approve' | 'decline') => {
  const { businessId } = tenant;
  const proposal = await findLifetimeProposal(second, businessId);
  return decideTokenLifetime(context, {
    ...{ businessId, proposalId: proposal?.proposalId ?? '', answer: how, comment: '' },
  });
};

test('is 90 days until owners choose, and a shorter one counts at once for new tokens', async () => {
  await expect(create('180')).rejects.toMatchObject({
    code: 'invalid',
    fieldErrors: { days: [expect.any(String)] },
  });
  const { tokens } = await create('90');
  const { lifetime } = await set(7);
  expect(lifetime).toEqual({ days: 7, proposal: null });
  await expect(create('30')).rejects.toMatchObject({ code: 'invalid' });
  const after = (await listApiTokens(tenant.as.finance, tenant.businessId)).tokens;
  expect(after[0]?.expiresAt).toBe(tokens[0]?.expiresAt);
  // A token that replaces it is a new one.
  const input = {
    businessId: tenant.businessId,
    tokenId: tokens[0]?.tokenId ?? '',
    overlapHours: 0,
  } as const;
  const rerolled = await rerollApiToken(tenant.as.finance, input);
  const lifeMs = (rerolled.tokens[0]?.expiresAt ?? 0) - systemClock.now();
  expect(Math.round(lifeMs / 86_400_000)).toBe(7);
});

test('takes two people to become longer, twice as well', async () => {
  for (const days of [180, 365] as const) {
    const { lifetime } = await set(days);
    expect(lifetime?.proposal).toMatchObject({ after: days, isMine: true });
    await expect(create(String(days))).rejects.toMatchObject({ code: 'invalid' });
    await expect(set(days)).rejects.toMatchObject({ code: 'conflict' });
    await expect(answer(tenant.as.owner, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(answer(tenant.as.finance, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
    await answer(second, 'approve');
    expect((await create(String(days))).choices?.maximumDays).toBe(days);
  }
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, action: { endsWith: '-lifetime' } },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    ...['api-token.propose-lifetime', 'api-token.approve-lifetime'],
    ...['api-token.propose-lifetime', 'api-token.approve-lifetime'],
  ]);
});

test('is refused by the database without a second person', async () => {
  const { businessId } = tenant;
  await expect(
    database().setting.create({ data: { businessId, kind: 'token-lifetime', value: 365 } }),
  ).rejects.toThrow('a second person approves weaker settings first');
  await expect(set(180, tenant.as.finance)).rejects.toMatchObject({ code: 'forbidden' });
});
