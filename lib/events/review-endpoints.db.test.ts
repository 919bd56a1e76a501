import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { listAudit } from '#lib/audit/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { database } from '#lib/database/pools.ts';
import { forgetRestore } from '#lib/database/testing/rows.ts';
import { createBusiness, createPerson, systemContext } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { tEvents } from '#lib/messages/events.ts';
import { createNotifications, listNotifications } from '#lib/notifications/index.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import {
  createEventFixture,
  dayMs,
  deliver,
  listValid,
  recentDays,
} from '#lib/observations/testing/event-fixture.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { readApprovalsPage } from '#lib/reports/index.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import type { CaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { instant } from '#lib/values/instant.ts';
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  enableEndpoint,
  replayEvent,
  replayEvents,
  rotateEndpointSecret,
  sendTestEvent,
} from './change-endpoint.ts';
import { readEvents } from './index.ts';
import { caseEventTypes, eventTypes, maximumEndpoints } from './model.ts';
import { decideReviewEndpoint, proposeReviewEndpoint } from './propose-endpoint.ts';
import { addEndpointForm, changeEndpointForm } from './schema.ts';

/** Endpoints for review cases: two people agree to each, and only people who work on cases know of it. */

const url = 'https://cases.example.com/a-key-of-the-receiver';
const reason = 'The program of compliance lists all cases.';
let fixture: EventFixture;
let desk: CaseFixture;
let businessId: EventFixture['tenant']['businessId'];
let owner: Context<PersonActor>;
let compliance: Context<PersonActor>;
beforeEach(async () => {
  fixture = await createEventFixture();
  desk = await createCaseFixture(systemClock, fixture.tenant);
  ({ businessId } = fixture.tenant);
  ({ owner, compliance } = fixture.tenant.as);
});
afterEach(() => fixture.close());

const propose = (address = url, by = owner) =>
  proposeReviewEndpoint(by, { businessId, url: address, types: [...caseEventTypes], reason });
const answer = (proposalId: string, given: ProposalAnswer, by = compliance) =>
  decideReviewEndpoint(by, { businessId, proposalId, answer: given, comment: '' });
const findId = async () =>
  (await database().eventEndpoint.findFirstOrThrow({ where: { businessId } })).endpointId;

/** Proposes and approves an endpoint. */
async function agree(address = url) {
  const { proposalId, secret } = await propose(address);
  await answer(proposalId, 'approve');
  const { subject: endpointId } = await database().proposal.findFirstOrThrow({ where: { proposalId } });
  return { endpointId, secret };
}

/** The owner before they have a second factor. */
const withoutFactor = () => createContext({ ...owner.actor, hasSecondFactor: false });
/** A program with every right that a token can have. */
const withToken = () =>
  createContext({
    ...owner.actor,
    token: {
      tokenId: randomUUID(),
      scopes: new Set(['payments:read', 'cases:read', 'payments:write']),
      permissions: new Set(['read', 'connection.manage', 'review.work']),
      approvedBy: [],
    },
  });

/** Each verb on an endpoint. */
const listActs = (endpointId: string) => {
  const business = { businessId, endpointId };
  return [
    (by: Context<PersonActor>) => rotateEndpointSecret(by, business),
    (by: Context<PersonActor>) => sendTestEvent(by, business),
    (by: Context<PersonActor>) => replayEvent(by, { ...business, eventId: randomUUID() }),
    (by: Context<PersonActor>) => replayEvents(by, { ...business, ...recentDays, which: 'all' }),
    (by: Context<PersonActor>) => enableEndpoint(by, { ...business, isEnabled: false }),
    (by: Context<PersonActor>) =>
      changeEndpoint(by, {
        ...business,
        url: 'https://other.example.com',
        channel: '',
        types: [...eventTypes],
      }),
    (by: Context<PersonActor>) => deleteEndpoint(by, business),
  ];
};

test('gets events, signed with the secret that its proposer copied, once a second person has approved it', async () => {
  const receiver = await fixture.open();
  const { proposalId, secret } = await propose(receiver.url);
  const waiting = await readEvents(owner, businessId, null);
  expect(waiting.endpoints).toEqual([]);
  expect(waiting.proposals).toMatchObject([{ proposalId, isMine: true, after: { url: receiver.url } }]);
  const { desk: approvals } = await readApprovalsPage(compliance, businessId);
  expect(approvals?.endpoints).toMatchObject([{ proposalId, isMine: false, reason, blocks: [] }]);
  await desk.flagged();
  for (const act of listActs(await findId()))
    await expect(act(owner)).rejects.toMatchObject({ code: 'conflict', message: tEvents('refused.waiting') });
  await expect(answer(proposalId, 'approve', owner)).rejects.toMatchObject({ code: 'forbidden' });
  await answer(proposalId, 'approve');
  await expect(answer(proposalId, 'approve')).rejects.toMatchObject({ code: 'conflict' });

  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'clear');
  await deliver();
  const { endpoints, deliveries } = await readEvents(owner, businessId, null);
  expect(endpoints).toMatchObject([{ format: 'compliance', url: receiver.url, disabled: null }]);
  expect(deliveries.map(({ type, state }) => [type, state])).toEqual([
    ['review-case.decided', 'delivered'],
    ['review-case.opened', 'delivered'],
  ]);
  const types = receiver.received.map(({ body }) => /"type":"([^"]+)"/.exec(body)?.[1]);
  expect(types).toEqual(['review-case.opened', 'review-case.decided']);
  for (const event of receiver.received)
    expect(listValid(event, secret, endpoints[0]?.publicKey ?? '')).toEqual(['v1', 'v1a']);
});

test('is deleted when it is declined or withdrawn', async () => {
  await answer((await propose()).proposalId, 'decline');
  await answer((await propose()).proposalId, 'withdraw', owner);
  expect(await database().eventEndpoint.count({ where: { businessId } })).toBe(0);
  const entries = await database().auditEntry.findMany({
    where: { chainId: businessId, objectType: 'review-endpoint' },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'review-endpoint.propose',
    'review-endpoint.decline',
    'review-endpoint.propose',
    'review-endpoint.withdraw',
  ]);
  expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain(
    'a-key-of-the-receiver',
  );
});

test('is approved only by a person who is independent of the proposer', async () => {
  await database().accessGrant.create({
    data: {
      ...{ businessId, personId: compliance.actor.personId, grantedById: owner.actor.personId },
      ...{ kind: 'invitation', grantedAt: new Date(Date.now() - 3_600_000) },
    },
  });
  const { proposalId } = await propose();
  await expect(answer(proposalId, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
  await answer(proposalId, 'approve', desk.second);
});

test('still waits for approval after a restored backup', async () => {
  const { proposalId } = await propose();
  await applyRestoreRules(systemContext('restore'), instant(Date.now()));
  // The people sign in again.
  await database().session.updateMany({
    where: { personId: { in: [owner.actor.personId, compliance.actor.personId] } },
    data: { revokedAt: null, authenticatedAt: new Date() },
  });
  const business = { businessId, endpointId: await findId() };
  await expect(enableEndpoint(owner, { ...business, isEnabled: true })).rejects.toMatchObject({
    message: tEvents('refused.waiting'),
  });
  await forgetRestore();
  await answer(proposalId, 'approve');
  await deleteEndpoint(owner, business);
});

test('is refused where no other person could approve it', async () => {
  const alone = await createBusiness();
  const only = await createPerson(new Map([[alone, 'owner' as const]]));
  await createPerson(new Map([[alone, 'approver' as const]]));
  const input = { businessId: alone, url, types: [...caseEventTypes], reason };
  await expect(proposeReviewEndpoint(only, input)).rejects.toMatchObject({
    code: 'conflict',
    message: tEvents('cases.problem.noApprover'),
  });
  expect(await database().eventEndpoint.count({ where: { businessId: alone } })).toBe(0);
  await createPerson(new Map([[alone, 'compliance' as const]]));
  await proposeReviewEndpoint(only, input);
});

test('is proposed, used and deleted only by owners who may know of cases', async () => {
  const { endpointId } = await agree();
  const approver = await createPerson(new Map([[businessId, 'approver' as const]]));
  const { viewer, accountant, finance } = fixture.tenant.as;
  for (const by of [viewer, accountant, finance, compliance, approver, withToken()]) {
    await expect(propose(url, by)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(readEvents(by, businessId, endpointId)).rejects.toMatchObject({ code: 'forbidden' });
    for (const act of listActs(endpointId))
      await expect(act(by)).rejects.toMatchObject({ code: 'forbidden' });
  }
  await expect(propose(url, withoutFactor())).rejects.toMatchObject({ code: 'forbidden' });
  const { proposalId } = await propose();
  for (const by of [viewer, accountant, finance, approver, withoutFactor(), withToken()])
    await expect(answer(proposalId, 'decline', by)).rejects.toMatchObject({ code: 'forbidden' });
});

test('can’t be found by an owner who may not know of cases', async () => {
  const { endpointId } = await agree();
  await propose();
  const { endpointId: ordinary } = await fixture.add('https://events.example.com');
  const view = await readEvents(withoutFactor(), businessId, endpointId);
  expect(view).toMatchObject({ proposals: null, shown: ordinary, deliveries: [] });
  expect(view.endpoints.map((one) => one.endpointId)).toEqual([ordinary]);
  // A hidden endpoint answers as one that never existed.
  for (const id of [endpointId, randomUUID()])
    for (const act of listActs(id))
      await expect(act(withoutFactor())).rejects.toMatchObject({
        code: 'conflict',
        message: tEvents('refused.unknown'),
      });
  expect(await database().eventEndpoint.count({ where: { endpointId, disabledAt: null } })).toBe(1);
});

test('has a limit of its own, which neither uses nor shows that of other endpoints', async () => {
  for (let count = 0; count < maximumEndpoints; count += 1) await propose();
  await expect(propose()).rejects.toMatchObject({ code: 'conflict' });
  for (let count = 0; count < maximumEndpoints; count += 1)
    await fixture.add(`https://events.example.com/${count}`);
  await expect(fixture.add('https://events.example.com')).rejects.toMatchObject({ code: 'conflict' });
});

test('is never changed, and no other endpoint gets its events', async () => {
  const { endpointId } = await agree();
  const change = {
    businessId,
    endpointId,
    url: 'https://other.example.com',
    channel: '',
    types: [...eventTypes],
  };
  await expect(changeEndpoint(owner, change)).rejects.toMatchObject({
    message: tEvents('refused.notChanged'),
  });
  for (const type of caseEventTypes) {
    expect(changeEndpointForm.safeParse({ ...change, types: [type] }).success).toBe(false);
    expect(addEndpointForm.safeParse({ businessId, url, types: [type] }).success).toBe(false);
  }
  expect(
    addEndpointForm.safeParse({ businessId, url, format: 'compliance', types: eventTypes }).success,
  ).toBe(false);
  // One person who calls the verb past its form is refused by the database.
  const forged = { businessId, url, channel: '', format: 'standard' as const };
  await expect(
    addEndpoint(owner, { ...forged, types: JSON.parse('["review-case.opened"]') }),
  ).rejects.toThrow('event_endpoint_types');
});

test('can be tried, replayed, rotated, disabled and deleted by one owner', async () => {
  const receiver = await fixture.open();
  const { endpointId, secret } = await agree(receiver.url);
  const business = { businessId, endpointId };
  await sendTestEvent(owner, business);
  const rotated = await rotateEndpointSecret(owner, business);
  await desk.flagged();
  await deliver();
  expect(await replayEvents(owner, { ...business, ...recentDays, which: 'all' })).toEqual({ count: 2 });
  await deliver();
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  const publicKey = (await readEvents(owner, businessId, null)).endpoints[0]?.publicKey ?? '';
  for (const event of receiver.received) {
    expect(listValid(event, secret, publicKey)).toContain('v1');
    expect(listValid(event, rotated.secret ?? '', publicKey)).toEqual(expect.arrayContaining(['v1', 'v1a']));
  }
  await enableEndpoint(owner, { ...business, isEnabled: false });
  await enableEndpoint(owner, { ...business, isEnabled: true });
  await deleteEndpoint(owner, business);
  expect(await database().eventDelivery.count({ where: { endpointId } })).toBe(0);
  expect(await fixture.listAudit()).toEqual([]);
});

test('tells only people who may know of cases that its events fail', async () => {
  const receiver = await fixture.open((response) => {
    response.statusCode = 500;
    response.end();
  });
  const notify = () => createNotifications(systemContext(), new AbortController().signal);
  await notify();
  const { endpointId } = await agree(receiver.url);
  for (const days of [0, 3.1, 5.1]) {
    await desk.flagged();
    await deliver(days * dayMs);
  }
  expect(await database().eventEndpoint.findUnique({ where: { endpointId } })).toMatchObject({
    disabledFor: 'failures',
  });
  await notify();
  await notify();
  const list = async (by: Context<PersonActor>) =>
    (await listNotifications(by, businessId, null)).rows
      .filter(({ kind }) => kind.endsWith('events-failing') || kind === 'case-proposal')
      .map(({ kind, label }) => `${kind} ${label}`.trim())
      .toSorted();
  expect(await list(owner)).toEqual(['case-events-failing', 'case-events-failing']);
  expect(await list(compliance)).toEqual(['case-proposal']);
  for (const by of [fixture.tenant.as.finance, fixture.tenant.as.viewer, withoutFactor()])
    expect(await list(by)).toEqual([]);

  const readAreas = async (by: Context<PersonActor>) =>
    (await listAudit(by, businessId, parseListQuery(auditList, () => null).query)).rows
      .map(({ action }) => action)
      .filter((action) => action.includes('endpoint'))
      .toSorted();
  expect(await readAreas(compliance)).toEqual([
    'review-endpoint.approve',
    'review-endpoint.disable',
    'review-endpoint.propose',
    'review-endpoint.warn',
  ]);
  const auditor = await createPerson(new Map([[businessId, 'auditor' as const]]));
  expect(await readAreas(auditor)).toEqual([]);
});
