import { beforeEach, describe, expect, test } from 'vitest';
import { admitApiToken, requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { sendMail } from '#lib/mail/index.ts';
import { tApiTokens } from '#lib/messages/api.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { setMailServer } from '#lib/platform/testing/file-doubles.ts';
import { withdrawEndedTokens } from '#lib/proposals/index.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { createApiToken, rerollApiToken, revokeApiToken } from './change-tokens.ts';
import { decideApiToken } from './decide-token.ts';
import { listApiTokens, listTokenProposals, proposeNoticedTokens, withdrawTokenProposals } from './index.ts';
import { createApiTokenForm } from './schema.ts';
import { apiTokenProposals } from './token-proposals.ts';

let tenant: Tenant;
let second: Context<PersonActor>;
beforeEach(async () => {
  tenant = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'owner' as const]]));
});

const parse = (changes: Readonly<Record<string, unknown>> = {}) => {
  const { businessId } = tenant;
  return createApiTokenForm.safeParse({
    ...{ businessId, name: 'A shop', scopes: ['payments:read', 'payments:write'] },
    ...{ businesses: [businessId], days: '90', addresses: '' },
    ...changes,
  });
};
const create = async (context = tenant.as.owner, changes: Readonly<Record<string, unknown>> = {}) => {
  const { data } = parse(changes);
  if (data === undefined) throw new Error('the form is invalid');
  return (await createApiToken(context, data)).token;
};
const findScopes = async (token: string, laterMs = 0) =>
  (await admitApiToken(token, '192.0.2.1', addMilliseconds(systemClock.now(), laterMs)))?.scopes;
const findProposal = async () => (await listTokenProposals(second, tenant.businessId))[0]?.proposalId ?? '';
const decide = (
  context: Context<PersonActor>,
  proposalId: string,
  answer: 'approve' | 'decline' | 'withdraw',
) => decideApiToken(context, { businessId: tenant.businessId, proposalId, answer, comment: '' });

test('writes only after another owner approves it', async () => {
  const token = await create();
  expect(await findScopes(token)).toEqual(['payments:read']);
  const proposalId = await findProposal();
  for (const context of [tenant.as.owner, tenant.as.finance])
    await expect(decide(context, proposalId, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
  const { tokens } = await decide(second, proposalId, 'approve');
  expect(tokens).toMatchObject([{ writes: { state: 'approved', by: second.actor.name } }]);
  expect(await findScopes(token)).toEqual(['payments:read', 'payments:write']);
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectType: 'api-token' },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['api-token.create', tenant.as.owner.actor.personId],
    ['api-token.approve', second.actor.personId],
  ]);
});

test('needs a confirmation of the owner who approves', async () => {
  await create();
  await database().session.updateMany({
    where: { personId: second.actor.personId },
    data: { authenticatedAt: new Date(systemClock.now() - 16 * 60_000) },
  });
  await expect(decide(second, await findProposal(), 'approve')).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
});

test('goes on reading after another owner declines it, and after its maker withdraws', async () => {
  for (const [context, answer] of [
    [second, 'decline'],
    [tenant.as.owner, 'withdraw'],
  ] as const) {
    const token = await create();
    const { tokens } = await decide(context, await findProposal(), answer);
    expect(tokens[0]?.writes).toEqual({ state: 'declined' });
    expect(await findScopes(token)).toEqual(['payments:read']);
  }
});

test('isn’t approved after it was revoked', async () => {
  await create();
  const [token] = (await listApiTokens(tenant.as.owner, tenant.businessId)).tokens;
  const proposalId = await findProposal();
  await revokeApiToken(tenant.as.owner, { businessId: tenant.businessId, tokenId: token?.tokenId ?? '' });
  await expect(decide(second, proposalId, 'approve')).rejects.toMatchObject({ code: 'conflict' });
  expect(await listTokenProposals(second, tenant.businessId)).toEqual([]);
  expect(await withdrawTokenProposals(systemContext())).toBe(1);
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: tenant.businessId, action: 'api-token.withdraw' },
  });
  expect(entry).toMatchObject({ actorKind: 'system', objectId: token?.tokenId });
});

test('is withdrawn with the others when one of them fails', async () => {
  const other = await createTenant();
  await createPerson(new Map([[other.businessId, 'owner' as const]]));
  await create();
  await create(other.as.owner, { businessId: other.businessId, businesses: [other.businessId] });
  const businessIds = [tenant.businessId, other.businessId];
  await database().apiToken.updateMany({
    where: { businessIds: { hasSome: businessIds } },
    data: { expiresAt: new Date(0) },
  });
  await withdrawEndedTokens(systemContext(), apiTokenProposals, 'subject', async (_transaction, proposal) => {
    if (proposal.businessId === tenant.businessId) throw new Error('the release fails');
  });
  const states = await database().proposal.findMany({
    where: { businessId: { in: businessIds } },
    select: { businessId: true, state: true },
  });
  expect(new Map(states.map(({ businessId, state }) => [businessId, state]))).toEqual(
    new Map([
      [tenant.businessId, 'proposed'],
      [other.businessId, 'withdrawn'],
    ]),
  );
});

test('is only for owners, and for one business', async () => {
  for (const role of ['finance', 'compliance', 'accountant'] as const)
    await expect(create(tenant.as[role])).rejects.toMatchObject({ code: 'forbidden' });
  const other = await createBusiness();
  const { error } = parse({ businesses: [tenant.businessId, other] });
  expect(error?.issues.map(({ path }) => path)).toEqual([['businesses']]);
});

test('of the only owner writes after 72 hours, and keeps that time when it is rerolled', async () => {
  await database().membership.updateMany({
    where: { personId: second.actor.personId },
    data: { disabledAt: new Date() },
  });
  const token = await create();
  const hour = 3_600_000;
  expect(await findScopes(token, 72 * hour - 60_000)).toEqual(['payments:read']);
  expect(await findScopes(token, 72 * hour + 1_000)).toEqual(['payments:read', 'payments:write']);
  const { tokens } = await listApiTokens(tenant.as.owner, tenant.businessId);
  expect(tokens[0]?.writes?.state).toBe('noticed');
  const input = {
    businessId: tenant.businessId,
    tokenId: tokens[0]?.tokenId ?? '',
    overlapHours: 0,
  } as const;
  const next = await rerollApiToken(tenant.as.owner, input);
  expect(await findScopes(next.token, 72 * hour - 60_000)).toEqual(['payments:read']);
  expect(await findScopes(next.token, 72 * hour + 1_000)).toContain('payments:write');
  // With another owner, a token that began by notice needs an approval.
  await database().membership.updateMany({
    where: { personId: second.actor.personId },
    data: { disabledAt: null },
  });
  const [{ tokenId = '' } = {}] = (await listApiTokens(tenant.as.owner, tenant.businessId)).tokens;
  const last = await rerollApiToken(tenant.as.owner, { ...input, tokenId });
  expect(await findScopes(last.token, 72 * hour + 1_000)).toEqual(['payments:read']);
  await decide(second, await findProposal(), 'approve');
  expect(await findScopes(last.token)).toContain('payments:write');
});

describe('a token of an owner who was the only one', () => {
  const setSecond = (disabledAt: Date | null) =>
    database().membership.updateMany({ where: { personId: second.actor.personId }, data: { disabledAt } });
  const later = 73 * 3_600_000;

  beforeEach(async () => {
    await setSecond(new Date());
  });

  test('writes only while there is no other owner, and then waits for them', async () => {
    const token = await create();
    expect(await findScopes(token, later)).toContain('payments:write');
    await setSecond(null);
    expect(await findScopes(token, later)).toEqual(['payments:read']);
    expect(await proposeNoticedTokens(systemContext())).toBe(1);
    expect(await proposeNoticedTokens(systemContext())).toBe(0);
    // Disabling the other owner again doesn’t bring the notice back.
    await setSecond(new Date());
    expect(await findScopes(token, later)).toEqual(['payments:read']);
    await setSecond(null);
    const { tokens } = await listApiTokens(second, tenant.businessId);
    expect(tokens[0]?.writes?.state).toBe('waiting');
    await expect(decide(tenant.as.owner, await findProposal(), 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await decide(second, await findProposal(), 'approve');
    expect(await findScopes(token)).toContain('payments:write');
    const entries = await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, objectType: 'api-token' },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ['api-token.create', 'person'],
      ['api-token.propose', 'system'],
      ['api-token.approve', 'person'],
    ]);
  });

  test('that another one replaced ends to write, and only the new one is proposed', async () => {
    const token = await create();
    const { businessId, as } = tenant;
    const [{ tokenId = '' } = {}] = (await listApiTokens(as.owner, businessId)).tokens;
    const next = await rerollApiToken(as.owner, { businessId, tokenId, overlapHours: 168 });
    await setSecond(null);
    expect(await proposeNoticedTokens(systemContext())).toBe(1);
    expect(await listTokenProposals(second, businessId)).toHaveLength(1);
    await decide(second, await findProposal(), 'approve');
    expect(await findScopes(next.token)).toContain('payments:write');
    expect(await findScopes(token)).toEqual(['payments:read']);
  });

  test('is mailed to the disabled owner, too', async () => {
    setMailServer();
    await create();
    setMailServer(false);
    const [mail] = await database().mailMessage.findMany({ where: { personId: second.actor.personId } });
    expect(mail?.subject).toBe('In 72 hours, an API token begins to write');
    const recipients: string[] = [];
    await sendMail(systemContext(), AbortSignal.timeout(20_000), async () => ({
      send: async ({ to }) => void recipients.push(to),
      verify: async () => undefined,
      close: () => undefined,
    }));
    expect(recipients).toContain(second.actor.email);
  });
});

test.each([0, 168] as const)(
  'isn’t rerolled after it expired, with an overlap of %i hours',
  async (overlapHours) => {
    await create();
    await decide(second, await findProposal(), 'approve');
    const { businessId, as } = tenant;
    const [{ tokenId = '' } = {}] = (await listApiTokens(as.owner, businessId)).tokens;
    await database().apiToken.update({ where: { tokenId }, data: { expiresAt: new Date() } });
    await expect(rerollApiToken(as.owner, { businessId, tokenId, overlapHours })).rejects.toMatchObject({
      code: 'conflict',
      message: tApiTokens('refused.expired'),
    });
    expect(await database().apiToken.count({ where: { personId: as.owner.actor.personId } })).toBe(1);
  },
);

test('loses its write scopes with the role of its maker', async () => {
  const token = await create();
  await decide(second, await findProposal(), 'approve');
  await database().membership.updateMany({
    where: { personId: tenant.as.owner.actor.personId },
    data: { role: 'finance' },
  });
  const found = await admitApiToken(token, '192.0.2.1', systemClock.now());
  if (found === null) throw new Error('the token is unknown');
  expect(() =>
    requirePermission(createContext(found.actor), tenant.businessId, 'payment.create', 'payments:write'),
  ).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

test('of compliance reads no list that compliance may not export', async () => {
  for (const scope of ['payments:read', 'deposits:read', 'exceptions:read', 'statements:read'])
    await expect(create(tenant.as.compliance, { scopes: [scope] })).rejects.toMatchObject({
      code: 'forbidden',
    });
  const { choices } = await listApiTokens(tenant.as.compliance, tenant.businessId);
  expect(choices?.scopes).toEqual(['minimums:read', 'business:read', 'risk:read', 'cases:read']);
});
