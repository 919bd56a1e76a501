import { expect, test } from 'vitest';
import { tReviewAdvice } from '#lib/messages/reviews.ts';
import { depositStatuses, paymentStatuses, withdrawalStatuses } from '#lib/service/contract/enumerations.ts';
import type { DecisionKind, OfferedSubject, SubjectKind } from './model.ts';
import { decisionKinds, listChecklist, listOfferedDecisions, subjectKinds } from './model.ts';
import { adviceKinds, describeAdvice } from './model-advice.ts';
import { findings, listConsequences, listFindings } from './model-findings.ts';

const [clear, keep, refund, report] = decisionKinds;

const advise = (kind: DecisionKind, subject: OfferedSubject, isSanctioned = false) =>
  describeAdvice({ kind, finding: null }, { ...subject, refunds: [], hasHeldDeposit: false, isSanctioned });

/** Every documented status, an undocumented one, and none. */
const offered: Readonly<Record<SubjectKind, ReadonlyMap<string | null, readonly DecisionKind[]>>> = {
  deposit: new Map([
    ['COMPLIANCE_REVIEW', [clear, keep, refund, report]],
    ['BLOCKED', [clear, keep, refund, report]],
    ['UNCONFIRMED', [clear, refund, report]],
    ['CONFIRMED', [clear, refund, report]],
    ['UNPROCESSABLE', [clear, refund, report]],
    ['NEW_WORD', [clear, keep, refund, report]],
    [null, [clear, keep, refund, report]],
  ]),
  withdrawal: new Map([
    ['BLOCKED', [clear, keep, report]],
    ['COMPLETED', [clear, report]],
    ['FAILED', [clear, report]],
    ['NEW_WORD', [clear, keep, report]],
    [null, [clear, keep, report]],
  ]),
  payment: new Map([
    ['BLOCKED', [clear, keep, refund, report]],
    ['NEW', [clear, report]],
    ['PENDING', [clear, report]],
    ['AWAITING', [clear, report]],
    ['EXPIRED', [clear, report]],
    ['DEPOSITED', [clear, refund, report]],
    ['OVERPAID', [clear, refund, report]],
    ['UNPROCESSABLE', [clear, refund, report]],
    ['NEW_WORD', [clear, keep, refund, report]],
    [null, [clear, keep, refund, report]],
  ]),
};

test('offers the decisions that fit each status of a deposit, withdrawal or payment, each with a next step', () => {
  expect([...offered.deposit.keys()]).toEqual(expect.arrayContaining([...depositStatuses]));
  expect([...offered.withdrawal.keys()]).toEqual(expect.arrayContaining([...withdrawalStatuses]));
  expect([...offered.payment.keys()]).toEqual(expect.arrayContaining([...paymentStatuses]));
  for (const subjectKind of subjectKinds)
    for (const [status, expected] of offered[subjectKind]) {
      const subject = { subjectKind, status };
      expect([subject, listOfferedDecisions([subject])]).toEqual([subject, expected]);
      for (const kind of decisionKinds)
        for (const isSanctioned of [false, true])
          expect([subject, kind, advise(kind, subject, isSanctioned) !== null]).toEqual([
            subject,
            kind,
            expected.includes(kind),
          ]);
    }
});

test('advises to release money only if the service holds it or may hold it', () => {
  for (const subjectKind of subjectKinds)
    for (const status of offered[subjectKind].keys()) {
      const text = advise('clear', { subjectKind, status });
      const isHeld = status === 'BLOCKED' || status === 'COMPLIANCE_REVIEW';
      const isKnown = status !== null && status !== 'NEW_WORD';
      expect([status, text === tReviewAdvice('release')]).toEqual([status, isHeld]);
      expect([status, text === tReviewAdvice('release-if-held')]).toEqual([status, !isKnown]);
    }
  expect(advise('clear', { subjectKind: 'deposit', status: 'CONFIRMED' })).toBe(tReviewAdvice('credited'));
  expect(new Set(adviceKinds.map((kind) => tReviewAdvice(`${kind}`))).size).toBe(adviceKinds.length);
});

test('offers decisions of a merged case that fit any of its subjects', () => {
  const confirmed = { subjectKind: 'deposit', status: 'CONFIRMED' } as const;
  const blocked = { subjectKind: 'withdrawal', status: 'BLOCKED' } as const;
  expect(listOfferedDecisions([confirmed, blocked])).toEqual([clear, keep, refund, report]);
});

test('has checklists of their own for withdrawals and payments, with the same stored steps', () => {
  const [deposit, withdrawal, payment] = subjectKinds.map(listChecklist);
  expect(withdrawal?.map(({ step }) => step)).toEqual(deposit?.map(({ step }) => step));
  expect(payment?.map(({ step }) => step)).toEqual(deposit?.map(({ step }) => step));
  expect(JSON.stringify(withdrawal)).not.toMatch(/paid|customer buys/);
  expect(JSON.stringify(payment)).not.toMatch(/source of funds|attributed entity/i);
});

test('offers each finding for a decision that it fits, and says what follows from each decision', () => {
  expect(listFindings(clear)).toEqual(['no-concern', 'explained', 'wrong-match', 'other']);
  for (const kind of [keep, refund, report])
    expect(listFindings(kind)).toEqual(
      findings.filter((finding) => !listFindings(clear).includes(finding) || finding === 'other'),
    );
  for (const kind of decisionKinds) {
    const [, alone] = listConsequences(kind, true);
    const [, second] = listConsequences(kind, false);
    expect(alone).not.toBe(second);
    expect(new Set(listConsequences(kind, false)).size).toBe(listConsequences(kind, false).length);
  }
});
