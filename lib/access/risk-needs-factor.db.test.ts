import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, tenantRoles } from '#lib/database/testing/tenant.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { findScope, isStillAllowed, requirePermission } from './index.ts';
import type { Permission } from './permissions.ts';
import { hasPermission, isOnlyWithFactor, permissions } from './permissions.ts';
import { findPerson } from './session-store.ts';
import { hasSameRole } from './still-allowed.ts';

/** Risk detail is only for people with a second factor, from the first sign-in on. */

let tenant: Tenant;
beforeEach(async () => {
  Object.assign(testEnv, { DEMO: false, OIDC_DOMAINS: [], OIDC_BREAK_GLASS: ['emergency@example.test'] });
  tenant = await createTenant();
});

const findSession = (role: 'compliance' | 'owner') => tenant.as[role].actor.sessionId;
const hasFactor = async (role: 'compliance' | 'owner') =>
  (await findPerson(findSession(role), systemClock.now()))?.hasSecondFactor;

test('without a second factor no role gives a permission that shows risk detail, and all others stay', () => {
  expect(permissions.filter(isOnlyWithFactor)).toEqual([
    'risk.read',
    'review.work',
    'audit.read',
    'audit.risk',
  ]);
  for (const role of tenantRoles) {
    const { actor, ...rest } = tenant.as[role];
    const check = (hasSecondFactor: boolean, permission: Permission) => {
      try {
        const scope = requirePermission(
          { ...rest, actor: { ...actor, hasSecondFactor } },
          tenant.businessId,
          'read',
        );
        requirePermission({ ...rest, actor: { ...actor, hasSecondFactor } }, tenant.businessId, permission);
        return [scope.may(permission), scope.needsFactorFor(permission)];
      } catch {
        return 'refused';
      }
    };
    for (const permission of permissions) {
      const may = hasPermission(role, permission);
      expect(check(true, permission), `${role} ${permission}`).toEqual(may ? [true, false] : 'refused');
      expect(check(false, permission), `${role} ${permission}`).toEqual(
        may && !isOnlyWithFactor(permission) ? [true, false] : 'refused',
      );
    }
  }
});

test('says what is missing', () => {
  const { actor, ...rest } = tenant.as.compliance;
  const context = { ...rest, actor: { ...actor, hasSecondFactor: false } };
  expect(requirePermission(context, tenant.businessId, 'read').needsFactorFor('review.work')).toBe(true);
  expect(() => requirePermission(context, tenant.businessId, 'review.work')).toThrow(
    'Set up two-factor authentication in the settings first.',
  );
  expect(() => requirePermission(context, tenant.businessId, 'team.manage')).toThrow('Your role');
});

test('an app counts once its first code was right, and a passkey at once', async () => {
  const { personId } = tenant.as.compliance.actor;
  expect(await hasFactor('compliance')).toBe(false);
  const factorId = randomUUID();
  const fields = { kind: 'totp', secret: new Uint8Array(48), keyId: 'key', createdAt: new Date() };
  await database().secondFactor.create({ data: { ...fields, factorId, personId } });
  expect(await hasFactor('compliance')).toBe(false);
  await database().secondFactor.update({ where: { factorId }, data: { confirmedAt: new Date() } });
  expect(await hasFactor('compliance')).toBe(true);
  await addFactor(tenant.as.owner.actor.personId, systemClock.now());
  expect(await hasFactor('owner')).toBe(true);
});

test('demo people of a sandbox and people of an enforced domain need none', async () => {
  const { personId, email } = tenant.as.owner.actor;
  await database().person.update({ where: { id: personId }, data: { isFactorExempt: true } });
  expect(await hasFactor('owner')).toBe(false);
  testEnv.DEMO = true;
  expect([await hasFactor('owner'), await hasFactor('compliance')]).toEqual([true, false]);
  testEnv.DEMO = false;
  testEnv.OIDC_DOMAINS = [email.split('@')[1] ?? ''];
  expect([await hasFactor('owner'), await hasFactor('compliance')]).toEqual([true, true]);
  testEnv.OIDC_BREAK_GLASS = [email];
  expect([await hasFactor('owner'), await hasFactor('compliance')]).toEqual([false, true]);
});

test('background work and long responses ask again', async () => {
  const { businessId, as } = tenant;
  const { compliance } = as;
  const { personId } = compliance.actor;
  const read = async () => [
    (await findScope(businessId, personId, systemClock.now()))?.may('risk.read'),
    await isStillAllowed(compliance, businessId, 'review.work'),
    await hasSameRole(compliance, { businessId, role: 'compliance', isDeputy: false }),
  ];
  expect(await read()).toEqual([false, false, false]);
  await addFactor(personId, systemClock.now());
  expect(await read()).toEqual([true, true, true]);
});
