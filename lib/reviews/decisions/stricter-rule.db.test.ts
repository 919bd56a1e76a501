import { expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readDesk } from '../queue/queries/desk.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { reopenCase } from './reopen-case.ts';

const raw = (text: string, ...values: unknown[]) => databasePool().query(text, values);
const setThreshold = ({ as, businessId }: CaseFixture, secondFromEur: string) =>
  changeDeskSettings(as.owner, {
    businessId,
    secondFromEur,
    dueHours: 24,
    riskScoreFrom: '',
    twoPersonCategories,
    reason: 'Agreed',
  });
const finalAlone = `UPDATE review_decision SET state = 'final' WHERE case_id = $1`;

test('needs a second person for a pending decision when the threshold falls', async () => {
  const desk = await createCaseFixture();
  const { caseId } = await desk.flagged({ uniformPayableAmount: '900' });
  const { rows } = await raw(
    `INSERT INTO review_decision (business_id, case_id, kind, reason, proposed_by, proposed_at, state)
     VALUES ($1, $2, 'clear', 'Known', $3, now(), 'proposed') RETURNING needs_second`,
    desk.businessId,
    caseId,
    desk.as.owner.actor.personId,
  );
  expect(rows).toEqual([{ needs_second: false }]);
  await setThreshold(desk, '500');
  await expect(raw(finalAlone, caseId)).rejects.toThrow('review_decision_confirmed');
});

test('keeps the need for a second person when the threshold rises', async () => {
  const desk = await createCaseFixture();
  const { caseId } = await desk.flagged({ uniformPayableAmount: '1500' });
  expect(await desk.propose(caseId)).toMatchObject({ state: 'proposed' });
  await setThreshold(desk, '2000');
  await desk.approveSettings();
  await expect(raw(finalAlone, caseId)).rejects.toThrow('review_decision_confirmed');
});

test('the queue names the proposals that wait for the approval of the reader', async () => {
  const desk = await createCaseFixture();
  const { compliance, owner } = desk.as;
  const approvals = async (who: Context<PersonActor>) => (await readDesk(who, desk.businessId)).approvals;
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'report');
  await desk.answer(caseId);
  expect(await approvals(owner)).toBeNull();
  await reopenCase(compliance, { ...(await desk.at(caseId)), reason: 'New papers' });
  await setThreshold(desk, '2000');
  const reopenings = [{ caseId, number: (await desk.view(caseId)).number }];
  expect(await approvals(owner)).toEqual({ settings: false, reopenings });
  expect(await approvals(compliance)).toEqual({ settings: true, reopenings: [] });
  expect(await approvals(desk.second)).toEqual({ settings: true, reopenings });
});
