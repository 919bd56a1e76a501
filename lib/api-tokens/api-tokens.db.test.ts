import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { admitApiToken, isApiToken, requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { actDuringChange } from '#lib/database/testing/act-during-change.ts';
import { forgetRestore } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { disablePerson, enablePerson, revokeSessions } from '#lib/people/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import { changeRole } from '#lib/team/change-role.ts';
import { disableMember, enableMember } from '#lib/team/disable-member.ts';
import { createPasswordReset, resetPassword } from '#lib/team/reset-password.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { createApiToken, rerollApiToken, revokeApiToken } from './change-tokens.ts';
import { listApiTokens } from './index.ts';
import { createApiTokenForm } from './schema.ts';

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
});

const create = (context: Context<PersonActor>, changes: Readonly<Record<string, unknown>> = {}) =>
  createApiToken(
    context,
    createApiTokenForm.parse({
      ...{ businessId: tenant.businessId, name: 'Warehouse', scopes: ['payments:read'] },
      ...{ businesses: [tenant.businessId], days: '90', addresses: '' },
      ...changes,
    }),
  );
const find = (token: string, laterMs = 0) =>
  admitApiToken(token, '203.0.113.9', addMilliseconds(systemClock.now(), laterMs));
const findState = async (token: string, laterMs = 0) => (await find(token, laterMs))?.state;
const dayMs = 86_400_000;
const refusal = { code: 'forbidden' };

test('stores only the hash of a token, audits its creation, and mails the maker', async () => {
  const { token, tokens } = await create(tenant.as.finance);
  expect(token).toMatch(/^ch_[0-9A-Za-z]{49}$/);
  expect(isApiToken(token)).toBe(true);
  expect(isApiToken(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).toBe(false);
  expect(tokens).toMatchObject([
    { name: 'Warehouse', hint: token.slice(0, 7), maker: null, lastUsedAt: null },
  ]);
  const [row] = await database().apiToken.findMany({ where: { personId: tenant.as.finance.actor.personId } });
  expect(JSON.stringify(row)).not.toContain(token.slice(7));
  const entries = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(entries.map(({ action, objectId }) => [action, objectId])).toEqual([
    ['api-token.create', row?.tokenId],
  ]);
  expect(JSON.stringify(entries.map(({ after }) => after))).not.toContain(token.slice(7));
});

test('acts as its maker, within its scopes', async () => {
  const { token } = await create(tenant.as.owner);
  const found = await find(token);
  if (found === null) throw new Error('the token is unknown');
  const context = createContext(found.actor);
  const { may } = requirePermission(context, tenant.businessId, 'read', 'payments:read');
  expect(may('risk.read')).toBe(false);
  // A query that names no scope, or another one, is closed to programs.
  for (const scopes of [[], ['deposits:read', 'risk:read']] as const)
    expect(() => requirePermission(context, tenant.businessId, 'read', ...scopes)).toThrow(
      expect.objectContaining(refusal),
    );
  for (const permission of ['risk.read', 'payment.create', 'account.use', 'team.manage'] as const)
    expect(() => requirePermission(context, tenant.businessId, permission)).toThrow(
      expect.objectContaining(refusal),
    );
  // Neither can it make tokens, nor does it count as a recent authentication.
  await expect(create(context)).rejects.toMatchObject(refusal);
});

test('is refused to roles that may not create one, and beyond the role', async () => {
  await expect(create(tenant.as.viewer)).rejects.toMatchObject(refusal);
  await expect(create(tenant.as.finance, { scopes: ['risk:read'] })).rejects.toMatchObject(refusal);
  const foreign = await createBusiness();
  await expect(create(tenant.as.finance, { businesses: [tenant.businessId, foreign] })).rejects.toMatchObject(
    { code: 'not-found' },
  );
  expect((await create(tenant.as.compliance, { scopes: ['risk:read'] })).token).toMatch(/^ch_/);
});

test('needs a recent authentication', async () => {
  await database().session.updateMany({
    where: { personId: tenant.as.finance.actor.personId },
    data: { authenticatedAt: new Date(systemClock.now() - 16 * 60_000) },
  });
  await expect(create(tenant.as.finance)).rejects.toMatchObject({ code: 'reauthentication-required' });
});

test('has at most the present role of its maker', async () => {
  const { token } = await create(tenant.as.owner, { scopes: ['payments:read', 'risk:read'] });
  await database().secondFactor.create({
    data: {
      ...{ factorId: randomUUID(), personId: tenant.as.owner.actor.personId, kind: 'totp', keyId: 'key' },
      ...{ secret: new Uint8Array(48), createdAt: new Date(), confirmedAt: new Date() },
    },
  });
  const mayReadRisk = async () => {
    const found = await find(token);
    return (
      found &&
      requirePermission(createContext(found.actor), tenant.businessId, 'read', 'payments:read').may(
        'risk.read',
      )
    );
  };
  expect(await mayReadRisk()).toBe(true);
  const setRole = (role: string) =>
    database().membership.updateMany({
      where: { personId: tenant.as.owner.actor.personId },
      data: { role },
    });
  await setRole('finance');
  expect(await mayReadRisk()).toBe(false);
  await setRole('viewer');
  expect(await findState(token)).toBe('revoked');
});

test('expires, and is listed for a while', async () => {
  const { token } = await create(tenant.as.finance, { days: '7' });
  expect(await findState(token, 7 * dayMs - 60_000)).toBe('active');
  expect(await findState(token, 7 * dayMs + 1)).toBe('expired');
});

test('ends at once when it is revoked', async () => {
  const { token, tokens } = await create(tenant.as.finance);
  const tokenId = tokens[0]?.tokenId ?? '';
  const input = { businessId: tenant.businessId, tokenId };
  await expect(revokeApiToken(tenant.as.accountant, input)).rejects.toMatchObject({ code: 'not-found' });
  expect((await revokeApiToken(tenant.as.finance, input)).tokens).toEqual([]);
  expect(await findState(token)).toBe('revoked');
});

test('an owner sees tokens of colleagues and takes their business away from them', async () => {
  const other = await createBusiness('Another business');
  const maker = await createPerson(
    new Map<BusinessId, 'finance'>([
      [tenant.businessId, 'finance'],
      [other, 'finance'],
    ]),
  );
  const { token } = await create(maker, { businesses: [tenant.businessId, other] });
  expect((await listApiTokens(tenant.as.finance, tenant.businessId)).tokens).toEqual([]);
  const [seen] = (await listApiTokens(tenant.as.owner, tenant.businessId)).tokens;
  expect(seen).toMatchObject({ maker: maker.actor.name, businesses: ['A business of a test'] });
  await revokeApiToken(tenant.as.owner, { businessId: tenant.businessId, tokenId: seen?.tokenId ?? '' });
  expect([...((await find(token))?.actor.roles.keys() ?? [])]).toEqual([other]);
});

test('a rerolled token keeps its settings, and the old one works for the chosen time', async () => {
  const { token, tokens } = await create(tenant.as.finance, { addresses: '203.0.113.0/24' });
  const input = { businessId: tenant.businessId, tokenId: tokens[0]?.tokenId ?? '' };
  const next = await rerollApiToken(tenant.as.finance, { ...input, overlapHours: 24 });
  expect(await admitApiToken(next.token, '192.0.2.1', systemClock.now())).toMatchObject({
    state: 'elsewhere',
  });
  expect(await findState(token, dayMs - 60_000)).toBe('active');
  expect(await findState(token, dayMs + 60_000)).toBe('expired');
  expect(await findState(next.token, 90 * dayMs - 60_000)).toBe('active');
  const last = await rerollApiToken(tenant.as.finance, {
    ...input,
    tokenId: next.tokens.find(({ hint }) => next.token.startsWith(hint))?.tokenId ?? '',
    overlapHours: 0,
  });
  expect(await findState(next.token)).toBe('revoked');
  expect(await findState(last.token)).toBe('active');
});

test('dies with the access of its maker, also when that is given back', async () => {
  const { token } = await create(tenant.as.finance);
  const { personId } = tenant.as.finance.actor;
  const input = { businessId: tenant.businessId, personId };
  await disableMember(tenant.as.owner, input);
  expect(await findState(token)).toBe('revoked');
  await enableMember(tenant.as.owner, input);
  expect(await findState(token)).toBe('revoked');
  const second = await create(tenant.as.accountant);
  const other = tenant.as.accountant.actor.personId;
  await disablePerson(systemContext('operator'), other);
  expect(await findState(second.token)).toBe('revoked');
  await enablePerson(systemContext('operator'), other);
  expect(await findState(second.token)).toBe('revoked');
});

test('dies with a role that may create none, also when that ends', async () => {
  const { token } = await create(tenant.as.finance);
  const input = { businessId: tenant.businessId, personId: tenant.as.finance.actor.personId };
  await changeRole(tenant.as.owner, { ...input, role: 'viewer' });
  await changeRole(tenant.as.owner, { ...input, role: 'finance' });
  expect(await findState(token)).toBe('revoked');
});

test('dies with everything that takes an account back', async () => {
  const endings: readonly ((personId: PersonId) => Promise<unknown>)[] = [
    (personId) => revokeSessions(systemContext('operator'), personId),
    async (personId) => {
      const { link } = await createPasswordReset(tenant.as.owner, {
        businessId: tenant.businessId,
        personId,
      });
      const token = link?.split('/').at(-1) ?? '';
      await resetPassword(systemContext('password-reset'), { token, password: 'a quiet long one' });
    },
  ];
  for (const end of endings) {
    const maker = await createPerson(new Map([[tenant.businessId, 'finance']]));
    const { token } = await create(maker);
    await end(maker.actor.personId);
    expect(await findState(token)).toBe('revoked');
  }
});

test('isn’t created in a session that has just been ended', async () => {
  const { personId, sessionId } = tenant.as.finance.actor;
  const changes = [
    { text: 'SELECT FROM membership WHERE person_id = $1 FOR UPDATE', values: [personId] },
    { text: 'UPDATE session SET revoked_at = now() WHERE id = $1', values: [sessionId] },
  ];
  await expect(actDuringChange(changes, () => create(tenant.as.finance))).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('a restore revokes every token', async () => {
  const { token } = await create(tenant.as.owner);
  await applyRestoreRules(systemContext('restore'), systemClock.now());
  expect(await findState(token)).toBe('revoked');
  await forgetRestore();
});

test.each(['not an address', '300.1.1.1', '10.0.0.0/33', '::g', 'example.test'])(
  'refuses %j as an address',
  (addresses) => {
    const parsed = createApiTokenForm.shape.addresses.safeParse(addresses);
    expect(parsed.success).toBe(false);
  },
);

test('counts requests at the same time exactly, and one that waits for a revocation is refused', async () => {
  const { token } = await create(tenant.as.finance);
  const found = await Promise.all(Array.from({ length: 30 }, () => find(token)));
  expect(new Set(found.map((one) => one?.budget?.remaining)).size).toBe(30);
  expect(Math.min(...found.map((one) => one?.budget?.remaining ?? 0))).toBe(570);
  const { personId } = tenant.as.finance.actor;
  const revocation = {
    text: 'UPDATE api_token SET revoked_at = now() WHERE person_id = $1',
    values: [personId],
  };
  const waited = await actDuringChange([revocation], () => find(token));
  expect(waited).toMatchObject({ state: 'revoked', budget: null });
});
