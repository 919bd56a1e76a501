import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findScope, isStillAllowed, requirePermission } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { listAudit, readAuditEntry, writeAudit } from '#lib/audit/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportList } from '#lib/exports/index.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { readStatement } from '#lib/statements/index.ts';
import type { SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import {
  changeRole,
  decideAuditorRisk,
  invitePerson,
  joinByInvitation,
  listAuditorRiskProposals,
  proposeAuditorRisk,
  runOperatorCommand,
} from './index.ts';
import { changeRoleForm, inviteForm } from './schema.ts';

let tenant: Tenant;
let auditor: Context<PersonActor>;

const dayMs = 86_400_000;
const toDay = (fromNow: number) => new Date(Date.now() + fromNow * dayMs).toISOString().slice(0, 10);
const reason = 'The auditor checks how cases were decided.';

beforeEach(async () => {
  tenant = await createTenant();
  auditor = await createPerson(new Map([[tenant.businessId, 'auditor' as const]]));
});

/** The auditor as the next request finds them. */
async function readAuditor(at = systemClock.now()): Promise<Context<PersonActor>> {
  const session = await database().session.create({ data: { personId: auditor.actor.personId } });
  const person = await findPerson(toId<SessionId>(session.id), at);
  if (person === null) throw new Error('no session');
  return createContext({ ...person, hasSecondFactor: true });
}

const ofAuditor = () => ({ businessId: tenant.businessId, personId: auditor.actor.personId });
const readMembership = () =>
  database().membership.findUniqueOrThrow({ where: { personId_businessId: ofAuditor() } });

async function giveRisk() {
  const { proposalId } = await proposeAuditorRisk(tenant.as.owner, { ...ofAuditor(), reason });
  const { businessId } = tenant;
  await decideAuditorRisk(tenant.as.compliance, { businessId, proposalId, answer: 'approve', comment: '' });
}

test('an invited auditor has a last day, and every other role has none', async () => {
  const { businessId, as } = tenant;
  const email = `${randomUUID()}@example.test`;
  const form = { businessId, email, role: 'auditor', delivery: 'link' } as const;
  expect(inviteForm.safeParse(form).error?.issues[0]?.path).toEqual(['lastDay']);
  expect(changeRoleForm.safeParse({ ...ofAuditor(), role: 'auditor-risk' }).success).toBe(false);
  for (const lastDay of [toDay(-1), toDay(400)])
    await expect(invitePerson(as.owner, { ...form, lastDay })).rejects.toMatchObject({ code: 'invalid' });
  const { link } = await invitePerson(as.owner, { ...form, lastDay: toDay(30) });
  const token = link?.split('/').at(-1) ?? '';
  await joinByInvitation(systemContext(), { token, name: 'Ana Auditor', password: 'a quiet long password' });
  const joined = await database().membership.findFirstOrThrow({ where: { businessId, person: { email } } });
  expect(joined).toMatchObject({ role: 'auditor', endsAt: new Date(`${toDay(31)}T00:00:00Z`) });
  // A day that was typed for another role is not stored.
  await changeRole(as.owner, { businessId, personId: joined.personId, role: 'viewer', lastDay: toDay(3) });
  expect(
    await database().membership.findFirstOrThrow({ where: { businessId, person: { email } } }),
  ).toMatchObject({ role: 'viewer', endsAt: null });
});

test('the access ends at once, in sessions, open responses and background work', async () => {
  const { businessId } = tenant;
  const { endsAt } = await readMembership();
  const end = addMilliseconds(systemClock.now(), (endsAt?.getTime() ?? 0) - systemClock.now());
  const before = addMilliseconds(end, -1);
  const session = await database().session.findFirstOrThrow({
    where: { personId: auditor.actor.personId },
  });
  await database().session.update({
    where: { id: session.id },
    data: { createdAt: new Date(before), lastSeenAt: new Date(before) },
  });
  const at = (now: typeof end) => ({ ...auditor, clock: { now: () => now } });
  const findRoles = async (now: typeof end) =>
    (await findPerson(auditor.actor.sessionId, now))?.roles.get(businessId);
  expect(await findRoles(before)).toBe('auditor');
  expect(await findRoles(end)).toBeUndefined();
  await database().person.update({
    where: { id: auditor.actor.personId },
    data: { isFactorExempt: true },
  });
  expect(await isStillAllowed(at(before), businessId, 'statement.read')).toBe(true);
  expect(await isStillAllowed(at(end), businessId, 'statement.read')).toBe(false);
  expect((await findScope(businessId, auditor.actor.personId, before))?.role).toBe('auditor');
  expect(await findScope(businessId, auditor.actor.personId, end)).toBeNull();
});

test('an owner sets another last day, which ends the sessions and is audited', async () => {
  const { businessId, as } = tenant;
  await changeRole(as.owner, { ...ofAuditor(), role: 'auditor', lastDay: toDay(60) });
  expect(await readMembership()).toMatchObject({ endsAt: new Date(`${toDay(61)}T00:00:00Z`) });
  expect(await findPerson(auditor.actor.sessionId, systemClock.now())).toBeNull();
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, action: 'role.grant' },
    orderBy: { sequence: 'desc' },
  });
  expect(entry.after).toMatchObject({ role: 'auditor', accessEndsAt: expect.anything() });
});

test('an operator names the last day of an auditor', async () => {
  const run = (...args: string[]) =>
    runOperatorCommand(systemContext('operator'), [...args, '--business', tenant.businessId]);
  const { email } = tenant.as.viewer.actor;
  await expect(run('role', email, 'auditor')).rejects.toMatchObject({ code: 'invalid' });
  await expect(run('role', email, 'auditor-risk', '--until', toDay(5))).rejects.toMatchObject({
    code: 'invalid',
  });
  await run('role', email, 'auditor', '--until', toDay(5));
  const { personId } = tenant.as.viewer.actor;
  expect(
    await database().membership.findFirstOrThrow({ where: { businessId: tenant.businessId, personId } }),
  ).toMatchObject({ role: 'auditor', endsAt: new Date(`${toDay(6)}T00:00:00Z`) });
});

test('reads statements, and nothing of the records', async () => {
  const { businessId } = tenant;
  expect((await readStatement(auditor, businessId, {})).mayClose).toBe(false);
  for (const permission of [
    'read',
    'risk.read',
    'audit.risk',
    'export',
    'review.work',
    'period.close',
  ] as const)
    expect(() => requirePermission(auditor, businessId, permission), permission).toThrow();
});

const query = parseListQuery(auditList, () => null).query;

const write = (action: string, objectId: string, after: unknown = {}) =>
  inTransaction((transaction) =>
    writeAudit(transaction, tenant.as.compliance, {
      businessId: tenant.businessId,
      action,
      objectType: action.startsWith('review') ? 'review-case' : 'payment',
      objectId,
      after,
    }),
  );

test('reads the audit log without entries about cases and holds, and without their number', async () => {
  const { businessId } = tenant;
  await write('payment.create', randomUUID());
  await write('review-case.note', randomUUID(), { text: 'a mixer' });
  await write('retention.hold', randomUUID(), { reason: 'an inquiry' });
  await write('review-case.draft-report', randomUUID(), { narrative: 'never shown' });
  await write('period.close', randomUUID());
  const { rows } = await listAudit(auditor, businessId, query);
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['payment.create', 'period.close']),
  );
  expect(JSON.stringify(rows)).not.toMatch(/review|retention|mixer|inquiry|narrative/);
  expect(new Set(rows.map(({ sequence }) => sequence))).toEqual(new Set(['']));
  for (const { entryId, action } of rows) {
    expect(entryId).not.toMatch(/^[01]0{7}-0000/);
    const entry = await readAuditEntry(auditor, businessId, entryId);
    expect(entry).toMatchObject({ action, sequence: '', hash: '', previous: '' });
  }
  const all = await listAudit(tenant.as.owner, businessId, query);
  const hidden = all.rows.find(({ action }) => action === 'review-case.note');
  await expect(readAuditEntry(auditor, businessId, hidden?.entryId ?? '')).rejects.toMatchObject({
    code: 'not-found',
  });
  const { body } = await exportList(auditor, businessId, 'audit', query);
  const text = await new Response(body).text();
  expect(text).toContain('payment.create');
  expect(text).not.toMatch(/review-case|retention|mixer|inquiry|never shown/);
});

test('two people give risk detail, never the text of a report', async () => {
  const { businessId, as } = tenant;
  await write('review-case.note', randomUUID(), { text: 'a mixer' });
  await write('review-case.draft-report', randomUUID(), { narrative: 'never shown' });
  await expect(proposeAuditorRisk(as.compliance, { ...ofAuditor(), reason })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(
    proposeAuditorRisk(as.owner, { businessId, personId: as.viewer.actor.personId, reason }),
  ).rejects.toMatchObject({ code: 'conflict' });
  const { proposalId } = await proposeAuditorRisk(as.owner, { ...ofAuditor(), reason });
  const answer = { businessId, proposalId, answer: 'approve', comment: '' } as const;
  for (const who of [as.owner, as.viewer, auditor])
    await expect(decideAuditorRisk(who, answer)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await readMembership()).toMatchObject({ role: 'auditor' });
  expect(await listAuditorRiskProposals(as.compliance, businessId)).toMatchObject([
    { subject: auditor.actor.personId, name: 'auditor', reason },
  ]);
  await decideAuditorRisk(as.compliance, answer);
  expect(await readMembership()).toMatchObject({ role: 'auditor-risk', endsAt: expect.any(Date) });
  expect(await findPerson(auditor.actor.sessionId, systemClock.now())).toBeNull();

  const now = await readAuditor();
  const { rows } = await listAudit(now, businessId, query);
  expect(rows.map(({ action }) => action)).toContain('review-case.note');
  const report = rows.find(({ action }) => action === 'review-case.draft-report');
  const entry = await readAuditEntry(now, businessId, report?.entryId ?? '');
  expect(entry).toMatchObject({ before: null, after: null, hash: '', previous: '' });
  const { body } = await exportList(now, businessId, 'audit', query);
  const text = await new Response(body).text();
  expect(text).toContain('a mixer');
  expect(text).not.toContain('never shown');
  const log = await listAudit(as.owner, businessId, query);
  expect(log.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['role.propose-risk', 'role.approve-risk', 'role.grant']),
  );
});

test('a new last day takes risk detail away, and an ended access gets none', async () => {
  await giveRisk();
  await changeRole(tenant.as.owner, { ...ofAuditor(), role: 'auditor', lastDay: toDay(10) });
  expect(await readMembership()).toMatchObject({ role: 'auditor' });
  const { proposalId } = await proposeAuditorRisk(tenant.as.owner, { ...ofAuditor(), reason });
  await database().membership.update({
    where: { personId_businessId: ofAuditor() },
    data: { endsAt: new Date() },
  });
  const answer = { businessId: tenant.businessId, proposalId, answer: 'approve', comment: '' } as const;
  await expect(decideAuditorRisk(tenant.as.compliance, answer)).rejects.toMatchObject({ code: 'conflict' });
});

test('the database refuses an auditor without an end, and an end for another role', async () => {
  const membership = { where: { personId_businessId: ofAuditor() } };
  await expect(database().membership.update({ ...membership, data: { endsAt: null } })).rejects.toThrow();
  await expect(database().membership.update({ ...membership, data: { role: 'viewer' } })).rejects.toThrow();
});
