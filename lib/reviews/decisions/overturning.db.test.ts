import { beforeAll, describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Clock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import { separateCase } from '../cases/merge/separate-case.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';
import { decideReopening } from './decide-reopening.ts';
import { findLastOutcome } from './model.ts';
import { defaultTwoPersonCategories } from './model-second-person.ts';
import { reopenCase } from './reopen-case.ts';

describe('overturning a decision', () => {
  const raw = (text: string, ...values: unknown[]) => databasePool().query(text, values);
  const set = (caseId: string, change: string) =>
    raw(`UPDATE review_case SET ${change} WHERE case_id = $1`, caseId);
  const overturned = 'approves overturning';

  const reopen = async (desk: CaseFixture, caseId: string, as: Context<PersonActor> = desk.as.compliance) =>
    (await reopenCase(as, { ...(await desk.at(caseId)), reason: 'New facts' })).state;
  const answer = async (
    desk: CaseFixture,
    caseId: string,
    as: Context<PersonActor> = desk.second,
    response: 'approve' | 'decline' | 'withdraw' = 'approve',
    comment = '',
  ) => (await decideReopening(as, { ...(await desk.at(caseId)), answer: response, comment })).state;
  const readState = async (desk: CaseFixture, caseId: string) => (await desk.view(caseId)).state;

  /** Creates a case with a small amount that two people reported. */
  async function reported(desk: CaseFixture) {
    const found = await desk.flagged();
    await desk.propose(found.caseId, 'report');
    await desk.answer(found.caseId);
    return found;
  }

  test('lets one person reopen what one person decided', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await desk.flagged();
    await desk.propose(caseId, 'keep-blocked');
    expect(await reopen(desk, caseId)).toBe('open');
    expect(await desk.propose(caseId, 'clear')).toMatchObject({ state: 'decided' });
  });

  test('needs two people to reopen a reported case and for every later decision', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await reported(desk);
    expect(await reopen(desk, caseId)).toBe('proposed');
    expect(await desk.view(caseId)).toMatchObject({
      state: 'decided',
      takesTwo: true,
      asksSecond: true,
      reopening: { reason: 'New facts', proposedBy: { personId: desk.as.compliance.actor.personId } },
    });
    await expect(reopen(desk, caseId, desk.second)).rejects.toMatchObject({ code: 'conflict' });
    expect(await answer(desk, caseId)).toBe('open');
    expect((await desk.listActions(caseId)).slice(0, 2)).toEqual([
      'review-case.approve-reopen',
      'review-case.propose-reopen',
    ]);
    expect(await desk.propose(caseId, 'clear')).toMatchObject({ state: 'proposed' });
    await desk.answer(caseId);
    // The approval of the first reopening doesn't work again.
    await expect(set(caseId, `state = 'open'`)).rejects.toThrow(overturned);
    expect(await reopen(desk, caseId)).toBe('proposed');
  });

  test('allows the proposer to withdraw, others to decline with a reason, and no one to approve their own proposal', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await reported(desk);
    const { compliance, owner } = desk.as;
    await reopen(desk, caseId);
    await expect(answer(desk, caseId, compliance)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(answer(desk, caseId, owner, 'withdraw')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(answer(desk, caseId, owner, 'decline')).rejects.toMatchObject({ code: 'invalid' });
    expect((await desk.view(caseId)).declinedReopening).toBeNull();
    expect(await answer(desk, caseId, owner, 'decline', 'No new facts')).toBe('decided');
    const declined = {
      proposal: { reason: 'New facts', proposedBy: { personId: compliance.actor.personId } },
      declinedBy: { personId: owner.actor.personId },
      comment: 'No new facts',
    };
    expect((await desk.view(caseId)).declinedReopening).toMatchObject(declined);
    await reopen(desk, caseId);
    expect((await desk.view(caseId)).declinedReopening).toBeNull();
    expect(await answer(desk, caseId, compliance, 'withdraw')).toBe('decided');
    expect((await desk.view(caseId)).declinedReopening).toMatchObject(declined);
    await expect(answer(desk, caseId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('accepts one of two concurrent approvals and none of a person without the role', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await reported(desk);
    await reopen(desk, caseId);
    const { personId } = desk.as.owner.actor;
    await database().person.update({ where: { id: personId }, data: { disabledAt: new Date() } });
    await expect(answer(desk, caseId, desk.as.owner)).rejects.toMatchObject({ code: 'forbidden' });
    await database().person.update({ where: { id: personId }, data: { disabledAt: null } });
    const seen = { ...(await desk.at(caseId)), answer: 'approve', comment: '' } as const;
    const both = await Promise.allSettled(
      [desk.second, desk.as.owner].map((who) => decideReopening(who, seen)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  });

  test('reopens a cleared case for a new fact, and still needs two people for the next decision', async () => {
    const desk = await createCaseFixture();
    const { caseId, depositId } = await desk.flagged({ uniformPayableAmount: '5000' });
    await desk.propose(caseId, 'clear');
    await desk.answer(caseId);
    await expect(set(caseId, `state = 'open'`)).rejects.toThrow(overturned);
    await reopen(desk, caseId);
    await desk.change(depositId, { status: 'BLOCKED', uniformPayableAmount: '1' });
    await desk.sweep();
    expect(await desk.view(caseId)).toMatchObject({ state: 'open', reopening: null });
    await expect(answer(desk, caseId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await desk.propose(caseId, 'clear')).toMatchObject({ state: 'proposed' });
    await desk.answer(caseId);
    expect(await reopen(desk, caseId)).toBe('proposed');
  });

  test('needs the second person also after merging and separating', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await reported(desk);
    const [stays, along] = [await desk.flagged(), await desk.flagged()];
    // Merging into an undecided case would overturn the decision.
    await expect(desk.merge(stays.caseId, caseId)).rejects.toThrow('Two people decided');
    const join = `state = 'merged', merged_at = now(), merged_into = '${stays.caseId}'`;
    await expect(set(caseId, join)).rejects.toThrow(overturned);
    await reopen(desk, caseId);
    await answer(desk, caseId);
    await desk.merge(stays.caseId, caseId, along.caseId);
    expect(await desk.view(stays.caseId)).toMatchObject({ takesTwo: true, asksSecond: true });
    const separate = async (id: string) =>
      separateCase(desk.as.compliance, { businessId: desk.businessId, ...(await desk.seen(id)) });
    await separate(along.caseId);
    expect(await desk.view(along.caseId)).toMatchObject({ takesTwo: false });
    expect(await desk.propose(stays.caseId, 'clear')).toMatchObject({ state: 'proposed' });
    await desk.answer(stays.caseId);
    const leave = `state = 'open', merged_into = NULL, merged_at = NULL`;
    await expect(set(caseId, leave)).rejects.toThrow(overturned);
    expect(await reopen(desk, stays.caseId)).toBe('proposed');
    await answer(desk, stays.caseId);
    await separate(caseId);
    for (const id of [caseId, stays.caseId])
      expect(await desk.propose(id, 'clear')).toMatchObject({ state: 'proposed' });
  });

  test('the database refuses to overturn a two-person decision without an approval by another person', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await reported(desk);
    for (const state of ['open', 'proposed'])
      await expect(set(caseId, `state = '${state}'`)).rejects.toThrow(overturned);
    await set(caseId, 'two_people = false');
    await expect(set(caseId, `state = 'open'`)).rejects.toThrow(overturned);
    await reopen(desk, caseId);
    const final = (by: string) =>
      raw(
        `UPDATE proposal SET state = 'final', answered_by = $2, answered_at = now() WHERE after ->> 'caseId' = $1`,
        caseId,
        by,
      );
    await expect(set(caseId, `state = 'open'`)).rejects.toThrow(overturned);
    await expect(final(desk.as.compliance.actor.personId)).rejects.toThrow('second_person');
    await expect(final(desk.as.finance.actor.personId)).rejects.toThrow('two eligible people');
    await expect(
      raw(`UPDATE proposal SET reason = 'x' WHERE after ->> 'caseId' = $1`, caseId),
    ).rejects.toThrow('never changed');
    await expect(raw(`DELETE FROM proposal WHERE after ->> 'caseId' = $1`, caseId)).rejects.toThrow();
    await answer(desk, caseId);
    expect(await readState(desk, caseId)).toBe('open');
    const { rows } = await raw(
      `INSERT INTO review_decision (business_id, case_id, kind, reason, proposed_by, proposed_at, needs_second, state)
     VALUES ($1, $2, 'clear', 'x', $3, now(), false, 'proposed') RETURNING needs_second`,
      desk.businessId,
      caseId,
      desk.as.owner.actor.personId,
    );
    expect(rows).toEqual([{ needs_second: true }]);
    const approve = (by: string) =>
      raw(
        `UPDATE review_decision SET state = 'final', answered_by = $2, answered_at = now()
        WHERE case_id = $1 AND state = 'proposed'`,
        caseId,
        by,
      );
    await expect(approve(desk.as.finance.actor.personId)).rejects.toThrow('an eligible person');
    await approve(desk.second.actor.personId);
  });
});

describe('a reopened case', () => {
  const hourMs = 3_600_000;

  test('sets a new due time for a reopened case by the settings of the desk', async () => {
    let now = Date.now();
    const clock: Clock = { now: () => instant(now) };
    const desk = await createCaseFixture(clock);
    const { businessId } = desk;
    await database().setting.create({
      data: {
        businessId,
        kind: 'review-desk',
        value: {
          secondFromEur: '1000',
          dueHours: 6,
          riskScoreFrom: null,
          twoPersonCategories: [...defaultTwoPersonCategories],
        },
      },
    });
    const { caseId } = await desk.flagged();
    now += 7 * hourMs;
    await desk.propose(caseId);
    now += 48 * hourMs;
    await reopenCase(desk.second, { ...(await desk.at(caseId)), reason: 'New facts' });
    expect((await desk.view(caseId)).dueAt).toBe(now + 6 * hourMs);
  });
});

describe('a reversed decision', () => {
  let desk: CaseFixture;
  beforeAll(async () => {
    desk = await createCaseFixture();
  });

  /** Returns how the queue shows why an open case has no decision any more. */
  const listed = async (caseId: string) =>
    (await readQueue(desk.as.compliance, desk.businessId, `only=${caseId}`)).rows[0]?.returned;

  test('marks the decision of a case that one person reopened as reversed, with the reason', async () => {
    const { caseId } = await desk.flagged();
    await desk.propose(caseId, 'clear');
    expect((await desk.view(caseId)).decisions[0]?.reversal).toBeNull();
    await reopenCase(desk.second, { ...(await desk.at(caseId)), reason: 'The payer called' });
    const view = await desk.view(caseId);
    expect(view.decisions[0]).toMatchObject({
      state: 'final',
      reversal: {
        reason: 'The payer called',
        by: { personId: desk.second.actor.personId },
        approvedBy: null,
      },
    });
    expect(findLastOutcome(view)).toMatchObject({ kind: 'reopened' });
    expect(await listed(caseId)).toBe('reopened');
    for (const change of [`reversal_reason = 'x'`, 'reversed_at = NULL', `reason = 'x'`])
      await expect(
        databasePool().query(`UPDATE review_decision SET ${change} WHERE case_id = $1`, [caseId]),
      ).rejects.toThrow('never changed');
  });

  test('names both people who reversed a decision of two people', async () => {
    const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
    await desk.propose(caseId, 'keep-blocked');
    await desk.answer(caseId);
    await reopenCase(desk.as.compliance, { ...(await desk.at(caseId)), reason: 'New facts' });
    await decideReopening(desk.second, { ...(await desk.at(caseId)), answer: 'approve', comment: '' });
    expect((await desk.view(caseId)).decisions[0]?.reversal).toMatchObject({
      reason: 'New facts',
      by: { personId: desk.as.compliance.actor.personId },
      approvedBy: { personId: desk.second.actor.personId },
    });
  });

  test('says that a new reason reopened a cleared case', async () => {
    const { caseId, depositId } = await desk.flagged();
    await desk.propose(caseId, 'clear');
    await desk.change(depositId, { status: 'BLOCKED' });
    await desk.sweep();
    const view = await desk.view(caseId);
    expect(view.state).toBe('open');
    expect(view.decisions[0]?.reversal).toMatchObject({ reason: null, by: null, approvedBy: null });
  });

  test('returns a declined proposal with the person and the reason, until the next proposal', async () => {
    const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
    expect(findLastOutcome(await desk.view(caseId))).toBeNull();
    expect(await listed(caseId)).toBeNull();
    await desk.propose(caseId, 'clear');
    await desk.answer(caseId, 'decline');
    await expect(
      databasePool().query('UPDATE review_decision SET reversed_at = now() WHERE case_id = $1', [caseId]),
    ).rejects.toThrow('never changed');
    expect(await listed(caseId)).toBe('declined');
    expect(findLastOutcome(await desk.view(caseId))).toMatchObject({
      kind: 'declined',
      decision: { kind: 'clear', answer: 'Not yet', answeredBy: { personId: desk.second.actor.personId } },
    });
    await desk.propose(caseId, 'clear');
    expect(findLastOutcome(await desk.view(caseId))).toBeNull();
    expect(await listed(caseId)).toBeNull();
    await desk.answer(caseId, 'withdraw', desk.as.compliance);
    expect(findLastOutcome(await desk.view(caseId))).toMatchObject({ kind: 'declined' });
    expect(await listed(caseId)).toBe('declined');
  });
});
