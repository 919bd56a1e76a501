import { beforeAll, describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { actDuringChange } from '#lib/database/testing/act-during-change.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { readCase } from '../cases/queries/case.ts';
import { viewCase } from '../cases/view-case.ts';
import { listCases } from '../queue/queries/queue.ts';
import { decideRuleChange } from '../rules/decide-rule-change.ts';
import { proposeRuleChange } from '../rules/propose-change.ts';
import { createRuleFixture, saveTestRule } from '../rules/testing/rule-fixture.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import { decideDeskChange } from '../settings/decide-desk-change.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { queueQuery } from '../testing/read-queue.ts';
import { approveProposals } from './approve-proposals.ts';
import { decideProposal } from './decide-proposal.ts';
import { decideReopening } from './decide-reopening.ts';
import { reopenCase } from './reopen-case.ts';

describe('approving several proposals', () => {
  let desk: CaseFixture;

  beforeAll(async () => {
    desk = await createCaseFixture();
  });

  /** A case whose decision needs a second person. */
  async function proposed(): Promise<{ caseId: string; depositId: string }> {
    const flagged = await desk.flagged({ uniformPayableAmount: '5000' });
    await desk.propose(flagged.caseId);
    return flagged;
  }

  const open = (caseId: string) => viewCase(desk.second, desk.businessId, caseId);
  const readState = async (caseId: string) =>
    (await database().reviewCase.findFirstOrThrow({ where: { caseId } })).state;

  /** Approves as the second person, with what they see of each case now. */
  async function approve(caseIds: readonly string[], as = desk.second) {
    const cases = [];
    for (const caseId of caseIds) {
      const { businessId: _, ...seen } = await desk.at(caseId);
      cases.push(seen);
    }
    return (await approveProposals(as, { businessId: desk.businessId, cases })).outcomes;
  }

  test('approves several proposals that the person has opened, each with its own entry', async () => {
    const [one, two] = [await proposed(), await proposed()];
    for (const { caseId } of [one, two]) await open(caseId);
    expect(await approve([one.caseId, two.caseId])).toEqual([
      { caseId: one.caseId, problem: null },
      { caseId: two.caseId, problem: null },
    ]);
    for (const { caseId } of [one, two]) {
      expect(await readState(caseId)).toBe('decided');
      expect(await desk.listActions(caseId)).toContain('review-case.confirm');
    }
  });

  test('refuses a proposal that the person has not opened, and approves the others', async () => {
    const [opened, unopened] = [await proposed(), await proposed()];
    await open(opened.caseId);
    const [first, second] = await approve([unopened.caseId, opened.caseId]);
    expect(first?.problem).toMatch(/opened/);
    expect(second?.problem).toBeNull();
    expect(await readState(unopened.caseId)).toBe('proposed');
  });

  test('a view from long before the proposal does not count', async () => {
    let laterMs = 0;
    const clock = { now: () => addMilliseconds(systemClock.now(), laterMs) };
    const later = await createCaseFixture(clock);
    const { caseId } = await later.flagged({ uniformPayableAmount: '5000' });
    await viewCase(later.second, later.businessId, caseId);
    laterMs = 6 * 60_000;
    await later.propose(caseId);
    const { businessId, ...seen } = await later.at(caseId);
    const { outcomes } = await approveProposals(later.second, { businessId, cases: [seen] });
    expect(outcomes[0]?.problem).toMatch(/opened/);
  });

  test('refuses a case whose status at the service changed after the person opened it', async () => {
    const [changed, same] = [await proposed(), await proposed()];
    for (const { caseId } of [changed, same]) await open(caseId);
    const cases = await Promise.all(
      [changed, same].map(async ({ caseId }) => {
        const { businessId: _, ...seen } = await desk.at(caseId);
        return seen;
      }),
    );
    await desk.change(changed.depositId, { status: 'BLOCKED' });
    const { outcomes } = await approveProposals(desk.second, { businessId: desk.businessId, cases });
    expect(outcomes[0]?.problem).toMatch(/BLOCKED|blocked/i);
    expect(outcomes[1]?.problem).toBeNull();
    expect(await readState(changed.caseId)).toBe('proposed');
  });

  test('nobody approves their own proposal this way', async () => {
    const { caseId } = await proposed();
    await viewCase(desk.as.compliance, desk.businessId, caseId);
    const [outcome] = await approve([caseId], desk.as.compliance);
    expect(outcome?.problem).not.toBeNull();
    expect(await readState(caseId)).toBe('proposed');
  });

  test('refuses people who may not work on cases', async () => {
    const { caseId } = await proposed();
    await expect(approve([caseId], desk.as.finance)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('an approver who is not independent', () => {
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
  const approveInDatabase = (
    table: 'review_decision' | 'proposal',
    caseId: string,
    by: Context<PersonActor>,
  ) =>
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
    // After an approval, the page opens the next proposal of the queue that isn't blocked.
    const other = await desk.flagged();
    await desk.propose(other.caseId, 'report', as.owner);
    const { rows } = await listCases(second, businessId, queueQuery('queue=second'));
    expect(Object.fromEntries(rows.map((row) => [row.caseId, row.isBlocked]))).toEqual({
      [caseId]: true,
      [other.caseId]: true,
    });
    expect(
      (await listCases(desk.as.owner, businessId, queueQuery('queue=second'))).rows.map((row) => [
        row.caseId,
        row.isBlocked,
      ]),
    ).toEqual([[caseId, true]]);
    const view = await readCase(second, businessId, caseId);
    expect(view.blocks).toMatchObject([{ reason: 'sameGiver', possibleFrom: expect.any(Number) }]);
    const refusal = {
      code: 'forbidden',
      message: expect.stringMatching(/both received access from .* You can approve from .* UTC/),
    };
    await expect(desk.answer(caseId, 'confirm', second)).rejects.toMatchObject(refusal);
    await expect(approveInDatabase('review_decision', caseId, second)).rejects.toThrow('72 hours');
  });
});

describe('a role that ended', () => {
  /** A role may end after the request has begun: its answer to a proposal is refused as forbidden, never a failure. */

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
});
