import { expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { reopenCase } from './decisions/reopen-case.ts';
import { createCaseFixture } from './testing/case-fixture.ts';

/** The database itself refuses these changes, for every program that writes to it. */

const raw = (text: string, ...values: unknown[]) => databasePool().query(text, values);
const join = (from: string, into: string) =>
  raw(
    `UPDATE review_case SET state = 'merged', merged_into = $2, merged_at = now() WHERE case_id = $1`,
    from,
    into,
  );
const decide = (caseId: string) => raw(`UPDATE review_case SET state = 'decided' WHERE case_id = $1`, caseId);

test('does not decide a case again by a decision that was reversed', async () => {
  const desk = await createCaseFixture();
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'keep-blocked');
  await reopenCase(desk.second, { ...(await desk.at(caseId)), reason: 'New facts' });
  await expect(decide(caseId)).rejects.toThrow('by a decision');
  await desk.propose(caseId, 'clear');
  expect((await desk.view(caseId)).state).toBe('decided');
  await reopenCase(desk.second, { ...(await desk.at(caseId)), reason: 'New facts again' });
  await expect(decide(caseId)).rejects.toThrow('by a decision');
  await expect(
    raw(`UPDATE review_case SET state = 'decided', decision_id = NULL WHERE case_id = $1`, caseId),
  ).rejects.toThrow('by a decision');
  // The program that writes the row does not choose the decision of the case.
  await raw(`UPDATE review_case SET decision_id = NULL WHERE case_id = $1`, caseId);
  await expect(decide(caseId)).rejects.toThrow('by a decision');
});

test('keeps a case decided by the same decision while it changes', async () => {
  const desk = await createCaseFixture();
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'clear');
  const standing = async () => {
    const { rows } = await raw(`SELECT state, decision_id FROM review_case WHERE case_id = $1`, caseId);
    return rows[0];
  };
  const before = await standing();
  await raw(`UPDATE review_case SET due_at = now() WHERE case_id = $1`, caseId);
  expect(await standing()).toEqual(before);
  expect(before).toMatchObject({ state: 'decided', decision_id: expect.any(String) });
});

test('refuses to merge undecided cases into decided ones, and cases with different decisions', async () => {
  const desk = await createCaseFixture();
  const [open, along, cleared, clearedToo, blocked] = [
    await desk.flagged(),
    await desk.flagged(),
    await desk.flagged(),
    await desk.flagged(),
    await desk.flagged(),
  ];
  await desk.propose(cleared.caseId, 'clear');
  await desk.propose(clearedToo.caseId, 'clear');
  await desk.propose(blocked.caseId, 'keep-blocked');
  await expect(join(open.caseId, cleared.caseId)).rejects.toThrow('nobody decided');
  await expect(join(blocked.caseId, cleared.caseId)).rejects.toThrow('decided differently');
  // Nor by way of one that joined before.
  await desk.merge(open.caseId, along.caseId);
  await expect(
    raw(`UPDATE review_case SET merged_into = $2 WHERE case_id = $1`, along.caseId, cleared.caseId),
  ).rejects.toThrow('nobody decided');
  await join(clearedToo.caseId, cleared.caseId);
  expect((await desk.view(cleared.caseId)).joined).toHaveLength(1);
  // One that joined leaves for itself as open, never as decided.
  await expect(
    raw(
      `UPDATE review_case SET state = 'decided', merged_into = NULL, merged_at = NULL WHERE case_id = $1`,
      clearedToo.caseId,
    ),
  ).rejects.toThrow('by a decision');
});
