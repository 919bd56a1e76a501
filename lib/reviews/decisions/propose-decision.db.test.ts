import { beforeAll, describe, expect, test } from 'vitest';
import { anchoredAtOnce } from '#lib/audit/anchors/store.ts';
import { database } from '#lib/database/pools.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { proposeDecision } from './propose-decision.ts';

describe('the reason', () => {
  test('warns of a reason that a person gives again and again, until they confirm it', async () => {
    const desk = await createCaseFixture();
    const { compliance } = desk.as;
    const decide = async (who: typeof compliance, change: { reason?: string; sameReason?: true } = {}) => {
      const { caseId } = await desk.flagged();
      await completeChecklist(desk.businessId, caseId, who.actor.personId);
      const reason = 'The funds come from a mixer.';
      const form = { ...(await desk.at(caseId)), kind: 'keep-blocked', finding: 'mixer', reason } as const;
      return { caseId, ...(await proposeDecision(who, { ...form, ...change })) };
    };
    for (let uses = 0; uses < 3; uses += 1)
      expect(await decide(compliance)).toMatchObject({ state: 'decided' });
    const refused = await decide(compliance, { reason: 'the funds come from a MIXER' });
    expect(refused.state).toBe('repeated');
    expect((await desk.view(refused.caseId)).state).toBe('open');
    expect(await database().reviewDecision.count({ where: { caseId: refused.caseId } })).toBe(0);
    expect(await decide(desk.second)).toMatchObject({ state: 'decided' });
    expect(await decide(compliance, { reason: 'The exchange froze the address.' })).toMatchObject({
      state: 'decided',
    });
    const confirmed = await decide(compliance, { sameReason: true });
    expect(confirmed.state).toBe('decided');
    const entry = await database().auditEntry.findFirstOrThrow({
      where: { objectId: confirmed.caseId, action: 'review-case.decide' },
    });
    expect(entry.after).toMatchObject({ sameReason: true });
  });
});

describe('the checklist', () => {
  test('needs the required checklist items, and stores them with the decision for good', async () => {
    const desk = await createCaseFixture();
    const { businessId, second } = desk;
    const { caseId } = await desk.flagged();
    const decision = { kind: 'clear', finding: 'explained', reason: 'Known' } as const;
    const seen = await desk.at(caseId);
    await expect(proposeDecision(second, { ...seen, ...decision, finding: 'mixer' })).rejects.toMatchObject({
      code: 'invalid',
      fieldErrors: { finding: [expect.any(String)] },
    });
    await expect(proposeDecision(second, { ...seen, ...decision })).rejects.toThrow(
      'Complete the required checklist items first: Source of funds, illicit parties and attributed entity checked; ',
    );
    await completeChecklist(businessId, caseId, second.actor.personId);
    await proposeDecision(second, { ...seen, ...decision });
    expect(await database().reviewDecision.findFirstOrThrow({ where: { caseId } })).toMatchObject({
      checks: expect.arrayContaining([{ step: 'source', personId: second.actor.personId }]),
    });
    await expect(
      database().reviewDecision.updateMany({ where: { caseId }, data: { finding: 'other' } }),
    ).rejects.toThrow('a decision is never changed');
  });
});

describe('the audit log', () => {
  let desk: CaseFixture;
  beforeAll(async () => {
    desk = await createCaseFixture();
  });

  const countAnchored = () =>
    database().auditEntry.count({ where: { chainId: desk.businessId, action: { in: [...anchoredAtOnce] } } });

  test('enters each decision with an action that is anchored at once, and none for a view', async () => {
    const { caseId } = await desk.flagged({ uniformPayableAmount: null });
    expect(await countAnchored()).toBe(0);
    await desk.propose(caseId, 'report');
    expect(await countAnchored()).toBe(1);
    await desk.answer(caseId, 'decline');
    expect(await countAnchored()).toBe(2);
    await desk.propose(caseId, 'report');
    await desk.answer(caseId, 'confirm');
    expect(await countAnchored()).toBe(4);
  });

  test('enters a decision by one person with such an action', async () => {
    const before = await countAnchored();
    const { caseId } = await desk.flagged();
    await desk.propose(caseId, 'clear');
    expect((await desk.listActions(caseId))[0]).toBe('review-case.decide');
    expect(await countAnchored()).toBe(before + 1);
  });
});
