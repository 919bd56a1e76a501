import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { decisionKinds, listRequiredSteps, subjectKinds } from '../model.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { proposeDecision } from './propose-decision.ts';

test('the database requires the same checklist items as the program, and refuses a decision without them', async () => {
  const desk = await createCaseFixture();
  const { businessId, second } = desk;
  const { caseId } = await desk.flagged();
  for (const subjectKind of subjectKinds)
    for (const kind of decisionKinds) {
      const rows = await database().$queryRaw`SELECT review_required_steps(${subjectKind}, ${kind}) AS steps`;
      expect(rows).toEqual([{ steps: listRequiredSteps([subjectKind], kind) }]);
    }
  const decision = { kind: 'clear', finding: 'explained', reason: 'Known' } as const;
  const seen = await desk.at(caseId);
  await expect(proposeDecision(second, { ...seen, ...decision, finding: 'mixer' })).rejects.toMatchObject({
    code: 'invalid',
    fieldErrors: { finding: [expect.any(String)] },
  });
  await expect(proposeDecision(second, { ...seen, ...decision })).rejects.toThrow(
    'Complete the required checklist items first: The payer is a customer that you know; ',
  );
  const insert = () =>
    database().reviewDecision.create({
      data: {
        businessId,
        caseId,
        kind: 'clear',
        finding: 'explained',
        reason: 'x',
        proposedById: second.actor.personId,
        proposedAt: new Date(),
        state: 'proposed',
      },
    });
  await expect(insert()).rejects.toThrow('required checklist items are missing: identity, sanctions, source');
  await completeChecklist(businessId, caseId, second.actor.personId);
  expect(await insert()).toMatchObject({
    checks: expect.arrayContaining([{ step: 'source', personId: second.actor.personId }]),
  });
  await expect(
    database().reviewDecision.updateMany({ where: { caseId }, data: { finding: 'other' } }),
  ).rejects.toThrow('a decision is never changed');
});
