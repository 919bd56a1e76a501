import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { proposeDecision } from './propose-decision.ts';

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
    'Complete the required checklist items first: The payer is a customer that you know; ',
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
