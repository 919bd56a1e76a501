import { beforeAll, expect, test } from 'vitest';
import { reopenCase } from '../../decisions/reopen-case.ts';
import type { CaseFixture } from '../../testing/case-fixture.ts';
import { createCaseFixture } from '../../testing/case-fixture.ts';
import { readFigures } from './figures.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});

test('counts each decision as an event with its reversal, whatever the state of the case', async () => {
  const before = await readFigures(desk.as.compliance, desk.businessId);
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'clear');
  await reopenCase(desk.second, { ...(await desk.at(caseId)), reason: 'New facts' });
  const reopened = await readFigures(desk.as.compliance, desk.businessId);
  const count = (figures: typeof reopened, kind: string) =>
    figures.decisions.find((one) => one.kind === kind);
  expect(before.clearedShare).toBeNull();
  expect(count(reopened, 'clear')).toEqual({ kind: 'clear', count: 1, reversed: 1 });
  expect(reopened.medianSeconds).not.toBeNull();
  expect(reopened.reasons).toEqual([
    { kind: 'deposit-review', rule: null, decided: 1, cleared: 0, reversed: 1 },
  ]);
  expect(reopened.clearedShare).toBe(0);

  await desk.propose(caseId, 'keep-blocked', desk.second);
  const again = await readFigures(desk.as.compliance, desk.businessId);
  expect(count(again, 'clear')).toEqual({ kind: 'clear', count: 1, reversed: 1 });
  expect(count(again, 'keep-blocked')).toEqual({ kind: 'keep-blocked', count: 1, reversed: 0 });
  expect(again.clearedShare).toBe(0);

  const other = await desk.flagged();
  await desk.propose(other.caseId, 'clear');
  const third = await readFigures(desk.as.compliance, desk.businessId);
  expect(third.clearedShare).toBeCloseTo(1 / 3);
  expect(third.reasons).toMatchObject([{ decided: 3, cleared: 1, reversed: 1 }]);
  expect(again.reasons).toEqual([
    { kind: 'deposit-review', rule: null, decided: 2, cleared: 0, reversed: 1 },
  ]);
  expect(again.reviewers).toEqual(
    expect.arrayContaining([
      {
        person: expect.objectContaining({ personId: desk.as.compliance.actor.personId }),
        proposed: 1,
        confirmed: 0,
        reversed: 1,
      },
      {
        person: expect.objectContaining({ personId: desk.second.actor.personId }),
        proposed: 1,
        confirmed: 0,
        reversed: 0,
      },
    ]),
  );
});
