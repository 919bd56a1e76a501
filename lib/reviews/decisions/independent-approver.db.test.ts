import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readCase } from '../cases/queries/case.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { decideReopening } from './decide-reopening.ts';
import { reopenCase } from './reopen-case.ts';

/** Records that the owner made the second person of compliance a member an hour ago. */
const grantAccess = ({ businessId, as, second }: CaseFixture) =>
  database().accessGrant.create({
    data: {
      businessId,
      personId: second.actor.personId,
      grantedById: as.owner.actor.personId,
      kind: 'invitation',
      grantedAt: new Date(Date.now() - 3_600_000),
    },
  });

/** Writes the approval past the code, as a program with access to the database could. */
const approveInDatabase = (table: 'review_decision' | 'proposal', caseId: string, by: Context<PersonActor>) =>
  databasePool().query(
    `UPDATE ${table} SET state = 'final', answered_by = $2, answered_at = now()
      WHERE ${table === 'proposal' ? "after ->> 'caseId'" : 'case_id::text'} = $1 AND state = 'proposed'`,
    [caseId, by.actor.personId],
  );

test('a decision is not approved by a person to whom the proposer gave access', async () => {
  const desk = await createCaseFixture();
  await grantAccess(desk);
  const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
  await desk.propose(caseId, 'clear', desk.as.owner);
  await expect(desk.answer(caseId, 'confirm', desk.second)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(approveInDatabase('review_decision', caseId, desk.second)).rejects.toThrow('72 hours');
  // Declining is possible, and so is an approval by another person.
  await desk.answer(caseId, 'decline', desk.second);
  await desk.propose(caseId, 'clear', desk.as.owner);
  expect(await desk.answer(caseId, 'confirm', desk.as.compliance)).toMatchObject({ state: 'decided' });
});

test('a reopening is not approved by a person to whom the proposer gave access', async () => {
  const desk = await createCaseFixture();
  await grantAccess(desk);
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'report');
  await desk.answer(caseId, 'confirm', desk.as.owner);
  await reopenCase(desk.as.owner, { ...(await desk.at(caseId)), reason: 'New facts' });
  const approve = async (by: Context<PersonActor>) =>
    decideReopening(by, { ...(await desk.at(caseId)), answer: 'approve', comment: '' });
  await expect(approve(desk.second)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(approveInDatabase('proposal', caseId, desk.second)).rejects.toThrow('72 hours');
  expect((await approve(desk.as.compliance)).state).toBe('open');
});

test('a report is not approved by a person who received access from the giver of the proposer', async () => {
  const desk = await createCaseFixture();
  const { as, businessId, second } = desk;
  await database().accessGrant.createMany({
    data: [as.compliance, second].map(({ actor }) => ({
      ...{ businessId, personId: actor.personId, grantedById: as.owner.actor.personId },
      ...{ kind: 'invitation', grantedAt: new Date(Date.now() - 3_600_000) },
    })),
  });
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'report');
  const view = await readCase(second, businessId, caseId);
  expect(view.blocks).toMatchObject([{ reason: 'sameGiver', possibleFrom: expect.any(Number) }]);
  const refusal = {
    code: 'forbidden',
    message: expect.stringMatching(/both received access from .* You can approve from .* UTC/),
  };
  await expect(desk.answer(caseId, 'confirm', second)).rejects.toMatchObject(refusal);
  await expect(approveInDatabase('review_decision', caseId, second)).rejects.toThrow('72 hours');
});
