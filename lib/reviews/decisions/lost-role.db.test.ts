import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { actDuringChange } from '#lib/database/testing/act-during-change.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { decideRuleChange } from '../rules/decide-rule-change.ts';
import { proposeRuleChange } from '../rules/propose-change.ts';
import { createRuleFixture, saveTestRule } from '../rules/testing/rule-fixture.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import { decideDeskChange } from '../settings/decide-desk-change.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { decideProposal } from './decide-proposal.ts';
import { decideReopening } from './decide-reopening.ts';
import { reopenCase } from './reopen-case.ts';

/** A role may end after the request has begun: its answer to a proposal is refused as forbidden, never a failure. */

afterAll(closeDatabase);

const demotion = `UPDATE membership SET role = 'viewer' WHERE person_id = $1`;
const demote = ({ actor }: Context<PersonActor>) => databasePool().query(demotion, [actor.personId]);

/** Acts while the person is being demoted. */
const actWhileDemoting = <T>({ actor }: Context<PersonActor>, act: () => Promise<T>): Promise<T> =>
  actDuringChange([{ text: demotion, values: [actor.personId] }], act);

async function proposeDecided(desk: CaseFixture): Promise<string> {
  const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
  await desk.propose(caseId);
  return caseId;
}

async function proposeSettings(desk: CaseFixture): Promise<string> {
  const { businessId } = desk;
  const form = {
    businessId,
    secondFromEur: '1000',
    dueHours: 48,
    riskScoreFrom: '',
    twoPersonCategories,
    reason: 'Holidays',
  };
  await changeDeskSettings(desk.as.owner, form);
  const found = await database().proposal.findFirstOrThrow({ where: { businessId } });
  return found.proposalId;
}

async function proposeReopening(desk: CaseFixture): Promise<string> {
  const caseId = await proposeDecided(desk);
  await desk.answer(caseId);
  await reopenCase(desk.as.compliance, { ...(await desk.at(caseId)), reason: 'New facts' });
  return caseId;
}

test.each(['confirm', 'decline'] as const)('refuses to %s a decision without the role', async (answer) => {
  const desk = await createCaseFixture();
  const caseId = await proposeDecided(desk);
  const input = { ...(await desk.at(caseId)), answer, comment: 'Seen' };
  await demote(desk.second);
  await expect(decideProposal(desk.second, input)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await desk.view(caseId)).toMatchObject({ state: 'proposed' });
});

test('refuses to approve a decision while the role is removed', async () => {
  const desk = await createCaseFixture();
  const caseId = await proposeDecided(desk);
  const input = { ...(await desk.at(caseId)), answer: 'confirm', comment: '' } as const;
  const answering = actWhileDemoting(desk.second, () => decideProposal(desk.second, input));
  await expect(answering).rejects.toMatchObject({ code: 'forbidden' });
});

test('refuses to approve settings while the role is removed', async () => {
  const desk = await createCaseFixture();
  const proposalId = await proposeSettings(desk);
  const input = { businessId: desk.businessId, proposalId, answer: 'approve', comment: '' } as const;
  const answering = actWhileDemoting(desk.second, () => decideDeskChange(desk.second, input));
  await expect(answering).rejects.toMatchObject({ code: 'forbidden' });
});

test('refuses to approve settings while the proposer’s role is removed', async () => {
  const desk = await createCaseFixture();
  const proposalId = await proposeSettings(desk);
  const input = { businessId: desk.businessId, proposalId, answer: 'approve', comment: '' } as const;
  const answering = actWhileDemoting(desk.as.owner, () => decideDeskChange(desk.second, input));
  await expect(answering).rejects.toMatchObject({ code: 'conflict' });
});

test('refuses to approve a reopening while the role is removed', async () => {
  const desk = await createCaseFixture();
  const caseId = await proposeReopening(desk);
  const input = { ...(await desk.at(caseId)), answer: 'approve', comment: '' } as const;
  const answering = actWhileDemoting(desk.second, () => decideReopening(desk.second, input));
  await expect(answering).rejects.toMatchObject({ code: 'forbidden' });
});

test('refuses to approve a rule without the role', async () => {
  const desk = await createRuleFixture();
  const { businessId } = desk;
  const rule = await saveTestRule(desk, { over: '100' });
  const proposal = { businessId, ...rule, kind: 'activate', pastDays: 0, reason: 'As agreed' } as const;
  const { version } = await proposeRuleChange(desk.as.compliance, proposal);
  await demote(desk.second);
  const input = { businessId, ruleId: rule.ruleId, version, answer: 'approve', comment: '' } as const;
  await expect(decideRuleChange(desk.second, input)).rejects.toMatchObject({ code: 'forbidden' });
});

test('refuses to approve a rule whose proposer lost the role', async () => {
  const desk = await createRuleFixture();
  const { businessId } = desk;
  const rule = await saveTestRule(desk, { over: '100' });
  const proposal = { businessId, ...rule, kind: 'activate', pastDays: 0, reason: 'As agreed' } as const;
  const { version } = await proposeRuleChange(desk.as.compliance, proposal);
  await demote(desk.as.compliance);
  const input = { businessId, ruleId: rule.ruleId, version, answer: 'approve', comment: '' } as const;
  await expect(decideRuleChange(desk.second, input)).rejects.toMatchObject({ code: 'conflict' });
});
