import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { database, databasePool } from '#lib/database/pools.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { emptyOldDeliveries, encryptSecret, insertEndpoint, storeEvents } from '#lib/events/index.ts';
import { caseEventTypes } from '#lib/events/model.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { toId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { decideReopening } from '../decisions/decide-reopening.ts';
import { reopenCase } from '../decisions/reopen-case.ts';
import { decisionKinds } from '../model.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { createReportedCase } from '../testing/closed-case.ts';
import { separateCase } from './merge/separate-case.ts';
import { openManualCase } from './open-manual-case.ts';
import { answerRequest, requestInformation } from './request-information.ts';
import { recordCaseEvents } from './store/case-events.ts';

describe('events of a case', () => {
  /** The changes of cases that are stored for an endpoint of compliance. Each is in the transaction of its change. */

  let desk: CaseFixture;
  const endpointId = randomUUID();

  const addEndpoint = (id: string, types: readonly (typeof caseEventTypes)[number][] = caseEventTypes) =>
    inTransaction((transaction) =>
      insertEndpoint(transaction, {
        ...{ endpointId: id, businessId: desk.businessId, format: 'compliance', channel: null, types },
        ...{ url: 'https://cases.example.com/in', secret: encryptSecret(Buffer.alloc(64), id) },
        createdAt: systemClock.now(),
      }),
    );

  beforeAll(async () => {
    desk = await createCaseFixture();
    await addEndpoint(endpointId);
  });

  const storedEvent = z.object({
    type: z.enum(caseEventTypes),
    data: z.strictObject({
      caseId: z.string(),
      number: z.unknown(),
      subjectKind: z.string(),
      state: z.string(),
      intoCaseId: z.string().optional(),
    }),
    timestamp: z.iso.datetime(),
  });

  const rows = (caseId: string, id = endpointId) =>
    database().eventDelivery.findMany({
      where: { endpointId: id, recordId: caseId },
      orderBy: { place: 'asc' },
    });
  const listEvents = async (caseId: string, id = endpointId) =>
    (await rows(caseId, id)).map(({ body }) => storedEvent.strict().parse(parseJson(body).value));
  const listFacts = async (caseId: string) =>
    (await listEvents(caseId)).map(({ type, data }) => `${type} ${data.state}`);

  /** Each event has the transaction of an entry of the audit log, which is never written again. */
  async function expectOneTransaction(caseId: string): Promise<void> {
    const { rows: found } = await databasePool().query(
      `SELECT d.type FROM event_delivery d
      WHERE d.record_id = $1::uuid
        AND NOT EXISTS (SELECT FROM audit_entry a WHERE a.object_id = $1::text AND a.xmin = d.xmin)`,
      [caseId],
    );
    expect(found).toEqual([]);
  }

  test('states that a record opened a case, and nothing for what changes no state', async () => {
    const { caseId, depositId } = await desk.flagged();
    await desk.change(depositId, { status: 'BLOCKED' });
    await desk.sweep();
    expect(await listFacts(caseId)).toEqual(['review-case.opened open']);
    await expectOneTransaction(caseId);
  });

  test('states a decision of one person, and that a new reason reopened the case', async () => {
    const { caseId, depositId } = await desk.flagged();
    await desk.propose(caseId, 'clear');
    await desk.change(depositId, { status: 'BLOCKED' });
    await desk.sweep();
    expect(await listFacts(caseId)).toEqual([
      'review-case.opened open',
      'review-case.decided decided',
      'review-case.reopened open',
    ]);
    await expectOneTransaction(caseId);
  });

  test('states a decision of two people once it is approved, and a reopening likewise', async () => {
    const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
    await desk.propose(caseId, 'keep-blocked');
    await desk.answer(caseId, 'decline');
    await desk.propose(caseId, 'keep-blocked');
    expect(await listFacts(caseId)).toEqual(['review-case.opened open']);
    await desk.answer(caseId);
    const reopen = async () =>
      reopenCase(desk.as.compliance, { ...(await desk.at(caseId)), reason: 'New facts arrived' });
    await reopen();
    expect(await listFacts(caseId)).toHaveLength(2);
    const answer = async (given: 'decline' | 'approve') =>
      decideReopening(desk.second, { ...(await desk.at(caseId)), answer: given, comment: 'Not yet' });
    await answer('decline');
    expect(await listFacts(caseId)).toHaveLength(2);
    await reopen();
    await answer('approve');
    expect(await listFacts(caseId)).toEqual([
      'review-case.opened open',
      'review-case.decided decided',
      'review-case.reopened open',
    ]);
    await expectOneTransaction(caseId);
  });

  test('states a case that a person opened and reopened alone', async () => {
    const { businessId } = desk;
    const subjectId = await insertPayment(businessId);
    const { caseId } = await openManualCase(desk.as.compliance, {
      ...{ businessId, subjectKind: 'payment', subjectId, reason: 'The payer asked for secrecy' },
    });
    await desk.propose(caseId, 'clear');
    // Without an EUR value, two people decide.
    await desk.answer(caseId);
    await reopenCase(desk.as.compliance, { ...(await desk.at(caseId)), reason: 'The payer called' });
    await decideReopening(desk.second, { ...(await desk.at(caseId)), answer: 'approve', comment: '' });
    const events = await listEvents(caseId);
    expect(events.map(({ type }) => type)).toEqual([
      'review-case.opened',
      'review-case.decided',
      'review-case.reopened',
    ]);
    expect(new Set(events.map(({ data }) => data.subjectKind))).toEqual(new Set(['payment']));
    await expectOneTransaction(caseId);
  });

  test('states a merge for the case and those that joined it before, and a separation', async () => {
    const [first, second, third] = [await desk.flagged(), await desk.flagged(), await desk.flagged()];
    await desk.merge(second.caseId, third.caseId);
    await desk.merge(first.caseId, second.caseId);
    const into = async (caseId: string) =>
      (await listEvents(caseId)).map(({ type, data }) => [type, data.state, data.intoCaseId ?? null]);
    const opened = ['review-case.opened', 'open', null];
    expect(await into(third.caseId)).toEqual([
      opened,
      ['review-case.merged', 'merged', second.caseId],
      ['review-case.merged', 'merged', first.caseId],
    ]);
    expect(await into(second.caseId)).toEqual([opened, ['review-case.merged', 'merged', first.caseId]]);
    expect(await into(first.caseId)).toEqual([opened]);
    await separateCase(desk.as.compliance, {
      ...{ businessId: desk.businessId, caseId: third.caseId },
      version: (await database().reviewCase.findFirstOrThrow({ where: { caseId: third.caseId } })).version,
    });
    expect((await into(third.caseId)).at(-1)).toEqual(['review-case.reopened', 'open', null]);
    for (const { caseId } of [first, second]) await expectOneTransaction(caseId);
  });

  test('stores nothing for a change that is rolled back', async () => {
    const { caseId } = await desk.flagged();
    await expect(
      inTransaction(async (transaction) => {
        await recordCaseEvents(
          transaction,
          desk.businessId,
          'review-case.reopened',
          [toId(caseId)],
          systemClock.now(),
        );
        throw new Error('the rest failed');
      }),
    ).rejects.toThrow('the rest failed');
    expect(await listFacts(caseId)).toEqual(['review-case.opened open']);
  });

  /** The body of a decided case without what differs for each case. */
  async function readDecided(caseId: string) {
    const { body, type } = (await rows(caseId)).at(-1) ?? { body: '', type: '' };
    expect(type).toBe('review-case.decided');
    const { number } = await database().reviewCase.findFirstOrThrow({ where: { caseId } });
    return body
      .replaceAll(caseId, 'CASE')
      .replace(`"number":${number}`, '"number":0')
      .replace(/"timestamp":"[^"]+"/, '"timestamp":"TIME"');
  }

  test('says the same of every decision, so that a report to an authority can’t be inferred', async () => {
    const bodies = new Set<string>();
    for (const kind of decisionKinds) {
      const { caseId } = await desk.flagged({
        status: 'BLOCKED',
        uniformPayableAmount: '5000',
        fromAddress: '0x-of-the-payer',
        risk: { create: { riskScore: '99', assessment: [] } },
      });
      await desk.propose(caseId, kind);
      await desk.answer(caseId);
      bodies.add(await readDecided(caseId));
    }
    const { caseId } = await createReportedCase(desk);
    bodies.add(await readDecided(caseId));
    expect([...bodies]).toEqual([
      '{"type":"review-case.decided","timestamp":"TIME","data":{"caseId":"CASE","number":0,"subjectKind":"deposit","state":"decided"}}',
    ]);
    // The ID of an event is no function of the case, whose version shows how many people it took.
    const [opened] = await rows(caseId);
    expect(opened?.eventId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  test('stores the same event for each endpoint, and only the chosen types', async () => {
    const other = randomUUID();
    await addEndpoint(other, ['review-case.decided']);
    const disabled = randomUUID();
    await addEndpoint(disabled);
    await database().eventEndpoint.update({
      where: { endpointId: disabled },
      data: { disabledAt: new Date(), disabledFor: 'owner' },
    });
    const waiting = randomUUID();
    await addEndpoint(waiting);
    await database().eventEndpoint.update({
      where: { endpointId: waiting },
      data: { disabledAt: new Date(), disabledFor: 'approval' },
    });
    const { caseId } = await desk.flagged();
    await desk.propose(caseId, 'clear');
    const [, decided] = await rows(caseId);
    expect((await rows(caseId, other)).map(({ eventId }) => eventId)).toEqual([decided?.eventId]);
    expect((await rows(caseId, disabled)).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
    // A case that is decided before the approval is none of the endpoint's events.
    expect(await rows(caseId, waiting)).toEqual([]);
  });

  test('gives no change of a case to other endpoints, and no fact of a record to this one', async () => {
    const ordinary = randomUUID();
    await inTransaction((transaction) =>
      insertEndpoint(transaction, {
        ...{ endpointId: ordinary, businessId: desk.businessId, format: 'standard', channel: null },
        ...{ types: ['payment.created'], url: 'https://shop.example.com', createdAt: systemClock.now() },
        secret: encryptSecret(Buffer.alloc(64), ordinary),
      }),
    );
    const { caseId } = await desk.flagged();
    expect(await rows(caseId, ordinary)).toEqual([]);
    await expect(
      databasePool().query(`UPDATE event_endpoint SET types = $2 WHERE endpoint_id = $1::uuid`, [
        ordinary,
        ['payment.created', 'review-case.opened'],
      ]),
    ).rejects.toThrow('event_endpoint_types');
    await expect(
      databasePool().query(`UPDATE event_endpoint SET types = $2 WHERE endpoint_id = $1::uuid`, [
        endpointId,
        ['payment.created'],
      ]),
    ).rejects.toThrow('event_endpoint_types');
    const recordId = randomUUID();
    const at = systemClock.now();
    await inTransaction((transaction) =>
      storeEvents(toPlainTransaction(transaction), [
        { businessId: desk.businessId, type: 'payment.created', recordId, at, firstSeenAt: at, data: {} },
      ]),
    );
    expect(await rows(recordId, ordinary)).toHaveLength(1);
    expect(await rows(recordId)).toEqual([]);
  });

  test('deletes changes of cases after 30 days, also those that wait', async () => {
    const { caseId } = await desk.flagged();
    const dayMs = 86_400_000;
    await emptyOldDeliveries(addMilliseconds(systemClock.now(), 29 * dayMs));
    expect(await rows(caseId)).toHaveLength(1);
    await emptyOldDeliveries(addMilliseconds(systemClock.now(), 31 * dayMs));
    expect(await rows(caseId)).toEqual([]);
  });
});

describe('the time of a change', () => {
  let desk: CaseFixture;
  beforeAll(async () => {
    desk = await createCaseFixture();
  });

  const longAgo = new Date('2026-11-01Z');

  /** Runs a change of a case that last changed long ago. Returns when it has changed by now, and by how much its version rose. */
  async function change(caseId: string, run: () => Promise<unknown>) {
    const key = { businessId_caseId: { businessId: desk.businessId, caseId } };
    const before = await database().reviewCase.update({ where: key, data: { changedAt: longAgo } });
    await run();
    const after = await database().reviewCase.findUniqueOrThrow({ where: key });
    return { isNew: after.changedAt > longAgo, versions: after.version - before.version };
  }

  const isChanged = { isNew: true, versions: 0 };

  test('a request for information and its answer change the case, but no version that a decision names', async () => {
    const { businessId } = desk;
    const { caseId } = await desk.flagged();
    const dueOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const form = {
      businessId,
      caseId,
      to: 'service',
      question: 'Which one?',
      language: 'en',
      dueOn,
    } as const;
    let noteId = '';
    const onRequest = await change(caseId, async () => {
      ({ noteId } = await requestInformation(desk.as.compliance, form));
    });
    expect(onRequest).toEqual(isChanged);
    const answer = { businessId, caseId, noteId, text: 'The first one.' };
    expect(await change(caseId, () => answerRequest(desk.as.compliance, answer))).toEqual(isChanged);
  });

  test('a contradiction of the service changes the case', async () => {
    const { businessId } = desk;
    const paymentId = await insertPayment(businessId, { status: 'NEW', recordSeen: true });
    const subject = { subjectKind: 'payment', subjectId: paymentId } as const;
    const reason = 'The same customer was reported last week';
    const { caseId } = await openManualCase(desk.as.compliance, { businessId, ...subject, reason });
    await desk.propose(caseId, 'clear');
    await desk.answer(caseId);
    await desk.sweep();
    const onBegin = await change(caseId, async () => {
      await database().payment.update({
        where: { businessId_paymentId: { businessId, paymentId } },
        data: { status: 'BLOCKED' },
      });
      await desk.sweep();
    });
    expect((await desk.view(caseId)).disagreements).toHaveLength(1);
    expect(onBegin).toEqual(isChanged);
    const later = await change(caseId, desk.sweep);
    expect(later).toEqual({ isNew: false, versions: 0 });
  });

  test('a new value in EUR changes the case, and a new score does not', async () => {
    const { businessId } = desk;
    const { caseId, depositId } = await desk.flagged();
    const follow = (run: () => Promise<unknown>) =>
      change(caseId, async () => {
        await run();
        await database().reviewChange.create({
          data: { businessId, subjectKind: 'deposit', subjectId: depositId },
        });
        await desk.sweep();
      });
    expect(await follow(() => desk.change(depositId, { uniformPayableAmount: '25' }))).toEqual(isChanged);
    const storeScore = () =>
      database().depositRisk.upsert({
        where: { businessId_depositId: { businessId, depositId } },
        create: { businessId, depositId, riskScore: '0.2' },
        update: { riskScore: '0.2' },
      });
    expect(await follow(storeScore)).toEqual({ isNew: false, versions: 0 });
    const { eur, riskScore } = await database().reviewCase.findFirstOrThrow({
      where: { businessId, caseId },
    });
    expect([String(eur), riskScore]).toEqual(['25', '0.2']);
  });
});
