import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { proposeDecision } from './propose-decision.ts';

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
