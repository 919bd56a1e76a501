import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { consumeAccountAttempt } from '#lib/access/account-limit-store.ts';
import { findLastDelayedAttempt } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { readInvitation, readResetState, runOperatorCommand } from './index.ts';

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
});

const run = (...args: string[]) => runOperatorCommand(systemContext('operator'), args);
const runJson = async (...args: string[]) => JSON.parse(await run(...args, '--json'));
const businessOption = () => ['--business', tenant.businessId];
const getEmail = (role: 'viewer' | 'owner') => tenant.as[role].actor.email;
const readMembership = async () =>
  database().membership.findFirst({ where: { personId: tenant.as.viewer.actor.personId } });

test('invites with a link on stdout', async () => {
  const email = `${randomUUID()}@example.test`;
  const answer = await runJson('invite', email.toUpperCase(), 'owner', ...businessOption());
  expect(answer).toMatchObject({ email, role: 'owner', businessId: tenant.businessId });
  const token = answer.link.split('/invitation/')[1];
  expect(await readInvitation(token, systemClock.now())).toMatchObject({ state: 'open', inviterName: null });
  const text = await run('invite', `${randomUUID()}@example.test`, 'viewer', ...businessOption());
  expect(text.split('\n')[1]).toMatch(/\/invitation\/[\w-]{43}$/);
});

test('changes a role, and disables and enables a membership or an account', async () => {
  expect(await runJson('role', getEmail('viewer'), 'accountant', ...businessOption())).toMatchObject({
    role: 'accountant',
  });
  await run('disable', getEmail('viewer'), ...businessOption());
  expect(await readMembership()).toMatchObject({ role: 'accountant', disabledAt: expect.any(Date) });
  await run('enable', getEmail('viewer'), ...businessOption());
  expect(await readMembership()).toMatchObject({ disabledAt: null });
  expect(await runJson('disable', getEmail('owner'))).toMatchObject({
    changed: true,
    businessesWithoutOwner: [tenant.businessId],
  });
  expect(await runJson('disable', getEmail('owner'))).toMatchObject({ changed: false });
  expect(await runJson('enable', getEmail('owner'))).toMatchObject({ businessesWithoutOwner: [] });
  const entries = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(entries.length).toBe(5);
  expect(new Set(entries.map(({ actorKind, actorId }) => `${actorKind} ${actorId}`))).toEqual(
    new Set(['system operator']),
  );
});

test('prints a link for a new password', async () => {
  const { link } = await runJson('reset', getEmail('viewer'), '--password');
  expect(await readResetState(link.split('/reset/')[1], systemClock.now())).toBe('open');
});

test('ends all sessions of a person, who keeps the account', async () => {
  const { actor } = tenant.as.viewer;
  expect(await runJson('sign-out', actor.email)).toEqual({
    email: actor.email,
    changed: true,
    endedSessions: 1,
  });
  expect(await runJson('sign-out', actor.email)).toMatchObject({ changed: false });
  expect(await findPerson(actor.sessionId, systemClock.now())).toBeNull();
  expect(await readMembership()).toMatchObject({ disabledAt: null });
  expect(
    await database().auditEntry.findFirst({ where: { action: 'session.revoke', objectId: actor.personId } }),
  ).toMatchObject({ actorId: 'operator' });
  await expect(run('sign-out', `${randomUUID()}@example.test`)).rejects.toMatchObject({ code: 'not-found' });
});

test('unlocks an account after wrong passwords', async () => {
  const email = getEmail('viewer');
  for (let n = 0; n < 12; n += 1) await consumeAccountAttempt(email, systemClock.now());
  expect(await findLastDelayedAttempt(email, systemClock.now())).not.toBeNull();
  expect(await runJson('unlock', email)).toEqual({ email, changed: true });
  expect(await findLastDelayedAttempt(email, systemClock.now())).toBeNull();
  expect(await runJson('unlock', email)).toEqual({ email, changed: false });
});

test('lists the people of a business', async () => {
  const { people } = await runJson('list', ...businessOption());
  expect(people).toHaveLength(5);
  expect(people[0]).toMatchObject({
    disabled: false,
    memberships: [{ businessId: tenant.businessId, disabled: false }],
  });
  expect(await run('list', ...businessOption())).toContain(getEmail('viewer'));
});

test.each([
  ['nothing', [], 'Usage'],
  ['an unknown command', ['delete', 'a@example.test'], 'Usage'],
  ['an unknown option', ['list', '--all'], 'Usage'],
  ['an unknown role', ['invite', 'a@example.test', 'admin'], 'Usage'],
  ['reset without what to reset', ['reset', 'a@example.test'], 'Usage'],
  ['an invalid address', ['unlock', 'nobody'], 'Enter an email address'],
  ['an unknown account', ['disable', `${randomUUID()}@example.test`], 'No account'],
  ['an unknown business', ['invite', 'a@example.test', 'viewer', '--business', randomUUID()], 'no business'],
])('explains %s', async (_name, args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});
