import { beforeEach, expect, test } from 'vitest';
import { findApprovalBlocks, findScope, requirePermission } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { decideLimitChange } from '#lib/creation-limits/decide-limit-change.ts';
import { setLimitForm } from '#lib/creation-limits/schema.ts';
import { setLimit } from '#lib/creation-limits/set-limit.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { listRecipients } from '#lib/notifications/settings-store.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { readApprovalsPage } from '#lib/reports/index.ts';
import type { SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { changeRole, disableMember, endDeputy, nameDeputy, readTeam } from './index.ts';

let tenant: Tenant;
let approver: Context<PersonActor>;
let otherOwner: Context<PersonActor>;

const dayMs = 86_400_000;
const toDay = (fromNow: number) => new Date(Date.now() + fromNow * dayMs).toISOString().slice(0, 10);

beforeEach(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  approver = await createPerson(new Map([[businessId, 'approver' as const]]));
  otherOwner = await createPerson(new Map([[businessId, 'owner' as const]]));
});

const nameViewer = (
  of: Context<PersonActor> = approver,
  days = { firstDay: toDay(0), lastDay: toDay(3) },
  by = tenant.as.owner,
) =>
  nameDeputy(by, {
    ...{ businessId: tenant.businessId, personId: of.actor.personId },
    ...{ deputyId: tenant.as.viewer.actor.personId, ...days },
  });

/** The viewer as the next request finds them. */
async function readViewer(at: Instant = systemClock.now()): Promise<Context<PersonActor>> {
  const when = new Date(at);
  const { personId } = tenant.as.viewer.actor;
  const session = await database().session.create({
    data: { personId, createdAt: when, lastSeenAt: when, authenticatedAt: when },
  });
  const person = await findPerson(toId<SessionId>(session.id), at);
  if (person === null) throw new Error('no session');
  return createContext({ ...person, hasSecondFactor: true }, { clock: { now: () => at } });
}

/** Proposes to raise a limit, which an approver may answer. */
async function proposeBy(owner: Context<PersonActor>): Promise<string> {
  const { businessId } = tenant;
  for (const amount of ['100', '200'])
    await setLimit(owner, setLimitForm.parse({ businessId, currency: 'EUR', amount }));
  const { proposalId } = await database().proposal.findFirstOrThrow({
    where: { businessId, state: 'proposed' },
  });
  return proposalId;
}

const approve = (person: Context<PersonActor>, proposalId: string) =>
  decideLimitChange(person, { businessId: tenant.businessId, proposalId, answer: 'approve' });

test('a deputy approves between two days what the approver could, and no longer afterwards', async () => {
  const { businessId, as } = tenant;
  const may = (person: Context<PersonActor>) => requirePermission(person, businessId, 'read').may;
  expect(may(await readViewer())('proposal.answer')).toBe(false);
  const { until } = await nameViewer();
  const deputy = await readViewer();
  expect(may(deputy)('proposal.answer')).toBe(true);
  expect(may(deputy)('payment.approve')).toBe(true);
  for (const permission of ['payment.create', 'risk.read', 'team.manage', 'period.close'] as const)
    expect(may(deputy)(permission)).toBe(false);
  expect((await findScope(businessId, as.viewer.actor.personId, systemClock.now()))?.isDeputy).toBe(true);
  expect((await readApprovalsPage(deputy, businessId)).deputyFor).toMatchObject({ name: 'approver', until });
  const proposalId = await proposeBy(otherOwner);
  await approve(deputy, proposalId);
  expect(
    await database().proposal.findUniqueOrThrow({
      where: { businessId_proposalId: { businessId, proposalId } },
    }),
  ).toMatchObject({ state: 'final', answeredById: as.viewer.actor.personId });
  expect(may(await readViewer(addMilliseconds(until, -1)))('proposal.answer')).toBe(true);
  expect(may(await readViewer(until))('proposal.answer')).toBe(false);
});

test('a deputy approves nothing before the first day', async () => {
  await nameViewer(approver, { firstDay: toDay(2), lastDay: toDay(3) });
  const viewer = await readViewer();
  expect(requirePermission(viewer, tenant.businessId, 'read').may('proposal.answer')).toBe(false);
  const proposalId = await proposeBy(otherOwner);
  await expect(approve(viewer, proposalId)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a deputy never approves what the person they stand in for proposed', async () => {
  const { businessId, as } = tenant;
  await nameViewer(otherOwner);
  const proposalId = await proposeBy(otherOwner);
  const deputy = await readViewer();
  await expect(approve(deputy, proposalId)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('You are the deputy of owner'),
  });
  // The database refuses it, too.
  await expect(
    database().proposal.update({
      where: { businessId_proposalId: { businessId, proposalId } },
      data: { state: 'final', answeredById: as.viewer.actor.personId, answeredAt: new Date() },
    }),
  ).rejects.toThrow('not independent');
});

test('a deputy never approves what the person they stand in for may not approve', async () => {
  const { businessId } = tenant;
  // The owner gave access to both of them.
  await database().accessGrant.create({
    data: {
      ...{ businessId, personId: approver.actor.personId, grantedById: otherOwner.actor.personId },
      ...{ kind: 'role', grantedAt: new Date() },
    },
  });
  await nameViewer();
  const deputy = await readViewer();
  const blocks = await findApprovalBlocks(
    database(),
    { businessId, proposers: [otherOwner.actor.personId], approver: deputy.actor.personId },
    systemClock.now(),
  );
  expect(blocks.get(otherOwner.actor.personId)).toMatchObject([{ reason: 'deputy', giver: 'approver' }]);
  await expect(approve(deputy, await proposeBy(otherOwner))).rejects.toMatchObject({ code: 'forbidden' });
});

test('the owner who named a deputy and the deputy are not independent for 72 hours', async () => {
  await nameViewer();
  const deputy = await readViewer();
  await expect(approve(deputy, await proposeBy(tenant.as.owner))).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('the time of a deputy ends with the access of the approver, with another role, and by an owner', async () => {
  const { businessId, as } = tenant;
  const mayAnswer = async () =>
    requirePermission(await readViewer(), businessId, 'read').may('proposal.answer');
  const member = { businessId, personId: approver.actor.personId };
  await nameViewer();
  const proposalId = await proposeBy(otherOwner);
  const stale = await readViewer();
  await disableMember(as.owner, member);
  expect(await mayAnswer()).toBe(false);
  await expect(approve(stale, proposalId)).rejects.toMatchObject({ code: 'forbidden' });
  await endDeputy(as.owner, member);
  await expect(endDeputy(as.owner, member)).rejects.toMatchObject({ code: 'conflict' });
  await nameViewer(otherOwner);
  expect(await mayAnswer()).toBe(true);
  await changeRole(as.owner, { businessId, personId: as.viewer.actor.personId, role: 'accountant' });
  expect(await mayAnswer().catch(() => false)).toBe(false);
});

test('naming and ending are audited, shown on Team and notified', async () => {
  const { businessId, as } = tenant;
  const term = await nameViewer();
  const { members, deputyCandidates } = await readTeam(as.owner, businessId, { members: 1, invitations: 1 });
  const find = ({ actor }: Context<PersonActor>) =>
    members.rows.find(({ personId }) => personId === actor.personId);
  expect(find(approver)?.deputy).toEqual({ name: 'viewer', ...term });
  expect(find(as.viewer)?.deputyFor).toEqual({ name: 'approver', ...term });
  expect(deputyCandidates.map(({ name }) => name)).toEqual(['accountant', 'compliance', 'finance', 'viewer']);
  const recipients = await listRecipients(database(), businessId, as.viewer.actor.personId);
  expect(recipients).toMatchObject([{ role: 'viewer', isDeputy: true }]);
  await endDeputy(as.owner, { businessId, personId: approver.actor.personId });
  const entries = await database().auditEntry.findMany({
    where: { chainId: businessId, action: { in: ['role.name-deputy', 'role.end-deputy'] } },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map(({ action, objectId }) => ({ action, objectId }))).toEqual([
    { action: 'role.name-deputy', objectId: as.viewer.actor.personId },
    { action: 'role.end-deputy', objectId: as.viewer.actor.personId },
  ]);
});

test('only owners name a deputy, for valid days and people', async () => {
  const { businessId, as } = tenant;
  await expect(
    nameViewer(approver, { firstDay: toDay(0), lastDay: toDay(1) }, as.finance),
  ).rejects.toMatchObject({
    code: 'forbidden',
  });
  for (const days of [
    { firstDay: toDay(-1), lastDay: toDay(1) },
    { firstDay: toDay(2), lastDay: toDay(1) },
    { firstDay: toDay(0), lastDay: toDay(91) },
    { firstDay: toDay(400), lastDay: toDay(401) },
  ])
    await expect(nameViewer(approver, days)).rejects.toMatchObject({ code: 'invalid' });
  const of = (personId: string, deputyId: string) =>
    nameDeputy(as.owner, { businessId, personId, deputyId, firstDay: toDay(0), lastDay: toDay(1) });
  const { personId: viewer } = as.viewer.actor;
  await expect(of(as.finance.actor.personId, viewer)).rejects.toMatchObject({ code: 'conflict' });
  await expect(of(approver.actor.personId, otherOwner.actor.personId)).rejects.toMatchObject({
    code: 'conflict',
  });
  const stranger = (await createTenant()).as.viewer.actor.personId;
  await expect(of(approver.actor.personId, stranger)).rejects.toMatchObject({ code: 'not-found' });
  await of(approver.actor.personId, viewer);
  await expect(of(otherOwner.actor.personId, viewer)).rejects.toMatchObject({ code: 'conflict' });
  await expect(of(approver.actor.personId, as.finance.actor.personId)).rejects.toMatchObject({
    code: 'conflict',
  });
});
