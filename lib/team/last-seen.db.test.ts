import { afterAll, beforeEach, expect, test } from 'vitest';
import { pruneAccess } from '#lib/access/index.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { fromDate } from '#lib/values/instant.ts';
import { readTeam } from './index.ts';
import { listPeople } from './operator-queries.ts';

/** Sessions are deleted after a month. Owners and operators still see when a person was last active. */

afterAll(closeDatabase);

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
});

const dayMs = 86_400_000;
const ago = (days: number) => new Date(systemClock.now() - days * dayMs);
const personId = () => tenant.as.viewer.actor.personId;

/** Replaces the sessions of the viewer by one that began and ended this long ago. */
async function replaceSession(days: number): Promise<Date> {
  const lastSeenAt = ago(days);
  await database().session.deleteMany({ where: { personId: personId() } });
  await database().session.create({ data: { personId: personId(), createdAt: lastSeenAt, lastSeenAt } });
  return lastSeenAt;
}

async function readLastSeen() {
  const { members } = await readTeam(tenant.as.owner, tenant.businessId, { members: 1, invitations: 1 });
  const people = await listPeople(tenant.businessId);
  return {
    team: members.rows.find((member) => member.personId === personId())?.lastSeenAt,
    operator: people.find(({ email }) => email === tenant.as.viewer.actor.email)?.lastSeenAt,
  };
}

const expected = (at: Date) => ({ team: fromDate(at), operator: at.toISOString() });

test('the last activity stays when the sessions of the person are deleted', async () => {
  const first = await replaceSession(60);
  expect(await readLastSeen()).toEqual(expected(first));
  await pruneAccess(systemClock.now());
  expect(await database().session.count({ where: { personId: personId() } })).toBe(0);
  expect(await readLastSeen()).toEqual(expected(first));

  const second = await replaceSession(40);
  expect(await readLastSeen()).toEqual(expected(second));
  await pruneAccess(systemClock.now());
  expect(await readLastSeen()).toEqual(expected(second));

  // An older session that is deleted later changes nothing.
  await replaceSession(50);
  await pruneAccess(systemClock.now());
  expect(await readLastSeen()).toEqual(expected(second));
});

test('a person who never signed in was never active', async () => {
  await database().session.deleteMany({ where: { personId: personId() } });
  await pruneAccess(systemClock.now());
  expect(await readLastSeen()).toEqual({ team: null, operator: null });
});
