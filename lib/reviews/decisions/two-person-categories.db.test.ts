import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import type { DecisionKind } from '../model.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { proposeDecision } from './propose-decision.ts';
import { reopenCase } from './reopen-case.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});
afterAll(closeDatabase);

const assessment = (...categories: string[]) => ({
  addressOwner: null,
  sourceRiskEntities: categories.map((category, index) => ({ name: `Party ${index}`, category })),
  destinationRiskEntities: [],
});

/** Stores what the service reports about the risk of the deposit. */
async function assess(depositId: string, ...categories: string[]) {
  const { businessId } = desk;
  await database().depositRisk.upsert({
    where: { businessId_depositId: { businessId, depositId } },
    create: { businessId, depositId, assessment: assessment(...categories) },
    update: { assessment: assessment(...categories) },
  });
}

/** A held deposit of 19.90 EUR with these risk categories, and its case. */
async function held(...categories: string[]) {
  const found = await desk.flagged({ uniformPayableAmount: '19.90' });
  await assess(found.depositId, ...categories);
  await desk.sweep();
  return found;
}

const settings = (changes: { twoPersonCategories?: string; reason?: string }) =>
  changeDeskSettings(desk.as.owner, {
    businessId: desk.businessId,
    secondFromEur: '1000',
    dueHours: 24,
    riskScoreFrom: '',
    twoPersonCategories,
    reason: '',
    ...changes,
  });

test.each(['clear', 'keep-blocked', 'recommend-refund', 'report'] as const)(
  'two people decide %s of 19.90 EUR with a sanctioned or terrorist party',
  async (kind: DecisionKind) => {
    for (const category of ['Sanctions', 'TERRORIST_FINANCING']) {
      const { caseId } = await held('Gambling', category);
      expect(await desk.view(caseId)).toMatchObject({ asksSecond: true, twoPersonCategories: [category] });
      expect(await desk.propose(caseId, kind)).toMatchObject({ state: 'proposed' });
      await expect(desk.answer(caseId, 'confirm', desk.as.compliance)).rejects.toMatchObject({
        code: 'forbidden',
      });
      expect(await desk.answer(caseId)).toMatchObject({ state: 'decided' });
    }
  },
);

test('one person decides the same amount with another category, listed or not', async () => {
  const { caseId } = await held('Mixer', 'A category that nobody knows');
  expect(await desk.view(caseId)).toMatchObject({ asksSecond: false, twoPersonCategories: [] });
  expect(await desk.propose(caseId)).toMatchObject({ state: 'decided' });
});

test('the owner of an address counts, too', async () => {
  const { depositId, caseId } = await held();
  const { businessId } = desk;
  await database().depositRisk.update({
    where: { businessId_depositId: { businessId, depositId } },
    data: { assessment: { ...assessment(), addressOwner: { name: 'A', category: 'OFAC SDN' } } },
  });
  expect(await desk.propose(caseId)).toMatchObject({ state: 'proposed' });
});

test('a category that arrives after the page was opened needs a second person', async () => {
  const { depositId, caseId } = await held();
  const opened = await desk.at(caseId);
  await completeChecklist(desk.businessId, caseId, desk.as.compliance.actor.personId);
  await assess(depositId, 'Sanctions');
  const form = { ...opened, kind: 'clear', finding: 'other', reason: 'Looked at', sameReason: true } as const;
  expect(await proposeDecision(desk.as.compliance, form)).toMatchObject({ state: 'proposed' });
});

test('a category that opened the case still counts when the service reports none any more', async () => {
  const { depositId, caseId } = await held('Sanctions');
  await assess(depositId);
  await desk.sweep();
  expect(await desk.view(caseId)).toMatchObject({ twoPersonCategories: ['Sanctions'] });
  expect(await desk.propose(caseId)).toMatchObject({ state: 'proposed' });
});

test('a merged case brings its category along', async () => {
  const [stays, joins] = [await held('Mixer'), await held('Sanctions')];
  await desk.merge(stays.caseId, joins.caseId);
  expect(await desk.view(stays.caseId)).toMatchObject({
    asksSecond: true,
    twoPersonCategories: ['Sanctions'],
  });
  expect(await desk.propose(stays.caseId)).toMatchObject({ state: 'proposed' });
});

test('reopening a decision of one person leads to a decision of two once a category is reported', async () => {
  const { depositId, caseId } = await held();
  expect(await desk.propose(caseId, 'keep-blocked')).toMatchObject({ state: 'decided' });
  await assess(depositId, 'Sanctions');
  await desk.sweep();
  const reopened = await reopenCase(desk.as.compliance, { ...(await desk.at(caseId)), reason: 'New list' });
  expect(reopened.state).toBe('open');
  expect(await desk.propose(caseId)).toMatchObject({ state: 'proposed' });
});

test('a finding of sanctions or terrorism needs a second person', async () => {
  for (const finding of ['sanctions', 'terrorism'] as const) {
    const { caseId } = await held();
    await completeChecklist(desk.businessId, caseId, desk.as.compliance.actor.personId);
    const form = {
      ...(await desk.at(caseId)),
      kind: 'keep-blocked',
      finding,
      reason: 'Looked at',
      sameReason: true,
    } as const;
    expect(await proposeDecision(desk.as.compliance, form)).toMatchObject({ state: 'proposed' });
  }
});

test('the database adds the second person for every writer', async () => {
  const insert = (caseId: string, finding: string | null) =>
    databasePool().query(
      `INSERT INTO review_decision (business_id, case_id, kind, reason, finding, proposed_by, proposed_at, state, needs_second)
       VALUES ($1, $2, 'clear', 'Known', $4, $3, now(), 'proposed', false) RETURNING needs_second`,
      [desk.businessId, caseId, desk.as.owner.actor.personId, finding],
    );
  const [plain, sanctioned] = [await held('Mixer'), await held('terrorist-financing')];
  expect((await insert(plain.caseId, null)).rows).toEqual([{ needs_second: false }]);
  expect((await insert(sanctioned.caseId, null)).rows).toEqual([{ needs_second: true }]);
  // A category that arrives before the decision is final.
  await assess(plain.depositId, 'Sanctions');
  await expect(
    databasePool().query(`UPDATE review_decision SET state = 'final' WHERE case_id = $1`, [plain.caseId]),
  ).rejects.toThrow('review_decision_confirmed');
});

test('one owner adds a category, two people remove one', async () => {
  const more = `${twoPersonCategories}\nMixer`;
  const mixer = await held('High-Risk MIXER');
  expect((await desk.view(mixer.caseId)).asksSecond).toBe(false);
  expect(await settings({ twoPersonCategories: more })).toEqual({ state: 'saved' });
  expect((await desk.view(mixer.caseId)).asksSecond).toBe(true);
  await expect(settings({ twoPersonCategories })).rejects.toMatchObject({ code: 'invalid' });
  await expect(settings({ twoPersonCategories: '' })).rejects.toMatchObject({ code: 'invalid' });
  const update = `UPDATE setting SET value = value || '{"twoPersonCategories": ["terror"]}' WHERE business_id = $1`;
  await expect(databasePool().query(update, [desk.businessId])).rejects.toThrow('second person');
  expect(await settings({ twoPersonCategories, reason: 'Agreed' })).toEqual({ state: 'proposed' });
  expect((await desk.view(mixer.caseId)).asksSecond).toBe(true);
  await desk.approveSettings();
  expect((await desk.view(mixer.caseId)).asksSecond).toBe(false);
});
