import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { revokeEverySession, revokeSessions } from './disable-person.ts';
import { revokeOtherSessions } from './revoke-own-sessions.ts';
import { addPendingSignIn } from './testing/pending-sign-in.ts';

/** Verbs that end sessions, and the object of their audit entry. */
const verbs: Readonly<Record<string, (tenant: Tenant) => Promise<string>>> = {
  'the person': async ({ businessId, as: { finance } }) => {
    await revokeOtherSessions(finance, { businessId });
    return finance.actor.personId;
  },
  'an operator': async ({ as: { finance } }) => {
    const { personId } = finance.actor;
    await database().session.updateMany({ where: { personId }, data: { revokedAt: new Date() } });
    expect(await revokeSessions(systemContext(), personId)).toEqual({ changed: true, endedSessions: 0 });
    return personId;
  },
  'a program for everyone': async () => {
    await database().session.updateMany({ where: { revokedAt: null }, data: { revokedAt: new Date() } });
    expect(await revokeEverySession(systemContext())).toBe(0);
    return '';
  },
};

test.each(Object.entries(verbs))(
  'records sign-ins that %s ends, also without a session',
  async (_by, end) => {
    const tenant = await createTenant();
    await addPendingSignIn(tenant.as.finance.actor.personId);
    const objectId = await end(tenant);
    const entry = await database().auditEntry.findFirst({
      where: { action: 'session.revoke', objectId },
      orderBy: { sequence: 'desc' },
    });
    expect(entry?.after).toMatchObject({ endedSessions: 0, endedSignIns: 1 });
  },
);
