import { expect, test } from 'vitest';
import { tReviews } from '#lib/messages/reviews.ts';
import { depositStatuses, refundStatuses } from '#lib/service/contract/enumerations.ts';
import type { DecisionKind, SubjectKind } from './model.ts';
import { decisionKinds, findStatusAdvice } from './model.ts';
import type { adviceKinds, ReportedRefund } from './model-advice.ts';
import { describeAdvice, listCaseAdvice } from './model-advice.ts';
import type { Finding } from './model-findings.ts';

type Kind = (typeof adviceKinds)[number] | null;
/** Advice for clearing, maintaining the hold, recommending a refund, and reporting. */
type Line = readonly [clear: Kind, keep: Kind, refund: Kind, report: Kind];

const full = (status: string | null): ReportedRefund => ({ status, type: status === null ? null : 'FULL' });
const part = (status: string): ReportedRefund => ({ status, type: 'PARTIAL' });

const states = {
  none: [full(null)],
  pending: [full('PENDING'), { status: 'PENDING', type: null }],
  confirmed: [full('CONFIRMED'), { status: 'CONFIRMED', type: 'NEW_WORD' }],
  part: [part('PENDING'), part('CONFIRMED')],
  impossible: [full('NON_REFUNDABLE'), part('NON_REFUNDABLE')],
  unknown: [full('NEW_WORD'), part('NEW_WORD')],
} as const;
type State = keyof typeof states;
const stateNames = ['none', 'pending', 'confirmed', 'part', 'impossible', 'unknown'] as const;

const held: Record<State, Line> = {
  none: ['release', 'keep-blocked', 'refund', 'report-held'],
  pending: ['refunding', 'stop-refund', 'refund-pending', 'report-refunding'],
  confirmed: ['refunded', 'nothing-to-block', 'refund-confirmed', 'report-deposit'],
  part: ['release-rest', 'block-rest', 'refund-rest', 'report-held'],
  impossible: ['release', 'keep-blocked', 'not-refundable', 'report-held'],
  unknown: ['check-refund', 'check-refund', 'check-refund', 'report-held'],
};
const moved: Record<State, Line> = {
  none: ['credited', null, 'refund', 'report-deposit'],
  pending: ['refunding', null, 'refund-pending', 'report-deposit'],
  confirmed: ['refunded', null, 'refund-confirmed', 'report-deposit'],
  part: ['credited', null, 'refund-rest', 'report-deposit'],
  impossible: ['credited', null, 'not-refundable', 'report-deposit'],
  unknown: ['credited', null, 'check-refund', 'report-deposit'],
};
const elsewhere: Record<State, Line> = {
  none: ['not-held', null, 'refund', 'report-deposit'],
  pending: ['refunding', null, 'refund-pending', 'report-deposit'],
  confirmed: ['refunded', null, 'refund-confirmed', 'report-deposit'],
  part: ['not-held', null, 'refund-rest', 'report-deposit'],
  impossible: ['not-held', null, 'not-refundable', 'report-deposit'],
  unknown: ['not-held', null, 'check-refund', 'report-deposit'],
};
const unreported: Record<State, Line> = {
  none: ['release-if-held', 'block-if-held', 'refund', 'report-deposit'],
  pending: ['refunding', 'stop-refund', 'refund-pending', 'report-deposit'],
  confirmed: ['refunded', 'nothing-to-block', 'refund-confirmed', 'report-deposit'],
  part: ['release-rest', 'block-rest', 'refund-rest', 'report-deposit'],
  impossible: ['release-if-held', 'block-if-held', 'not-refundable', 'report-deposit'],
  unknown: ['check-refund', 'check-refund', 'check-refund', 'report-deposit'],
};
const table: ReadonlyMap<string | null, Record<State, Line>> = new Map([
  ['COMPLIANCE_REVIEW', held],
  ['BLOCKED', held],
  ['CONFIRMED', moved],
  ['UNCONFIRMED', elsewhere],
  ['UNPROCESSABLE', elsewhere],
  ['NEW_WORD', unreported],
  [null, unreported],
]);

/** Advice after which the money of a case with sanctions or terrorism could move. */
const warned: ReadonlySet<Kind> = new Set([
  'release',
  'release-if-held',
  'release-rest',
  'refund',
  'refund-pending',
  'refund-rest',
  'not-refundable',
  'check-refund',
]);

function toText(advice: Kind, isSanctioned: boolean): string | null {
  if (advice === null) return null;
  const text = tReviews(`advice.${advice}`);
  return isSanctioned && warned.has(advice) ? tReviews('sanctionsWarning', { advice: text }) : text;
}

const advise = (
  kind: DecisionKind,
  status: string | null,
  refunds: readonly ReportedRefund[],
  isSanctioned = false,
  subjectKind: SubjectKind = 'deposit',
  finding: Finding | null = null,
  hasHeldDeposit = false,
) => describeAdvice({ kind, finding }, { subjectKind, status, refunds, hasHeldDeposit, isSanctioned });

test('follows the states of deposit, refund and sanctions together', () => {
  expect([...table.keys()]).toEqual(expect.arrayContaining([...depositStatuses]));
  const covered = stateNames.flatMap((state) => states[state].map(({ status }) => status));
  expect(covered).toEqual(expect.arrayContaining([...refundStatuses]));
  for (const [status, lines] of table)
    for (const state of stateNames)
      for (const refund of states[state])
        for (const isSanctioned of [false, true])
          expect([
            status,
            refund,
            isSanctioned,
            ...decisionKinds.map((kind) => advise(kind, status, [refund], isSanctioned)),
          ]).toEqual([
            status,
            refund,
            isSanctioned,
            ...lines[state].map((advice) => toText(advice, isSanctioned)),
          ]);
});

test('offers the same decisions with and without a refund', () => {
  for (const [status, lines] of table)
    for (const state of stateNames)
      for (const [index, kind] of decisionKinds.entries())
        expect([status, state, kind, lines[state][index] === null]).toEqual([
          status,
          state,
          kind,
          findStatusAdvice(kind, { subjectKind: 'deposit', status }) === null,
        ]);
});

test.each(['sanctions', 'terrorism'] as const)('warns for the finding %s, too', (finding) => {
  expect(advise('recommend-refund', 'BLOCKED', [full(null)], false, 'deposit', finding)).toBe(
    toText('refund', true),
  );
});

test('advises on a payment by the refunds of all its deposits', () => {
  const clear = (status: string, refunds: readonly ReportedRefund[]) =>
    advise('clear', status, refunds, false, 'payment');
  expect(clear('BLOCKED', [])).toBe(toText('release', false));
  expect(clear('BLOCKED', [full('CONFIRMED')])).toBe(toText('refunded', false));
  expect(clear('EXPIRED', [full('CONFIRMED')])).toBe(toText('refunded', false));
  expect(clear('EXPIRED', [full(null)])).toBe(toText('not-held', false));
  expect(clear('EXPIRED', [])).toBe(toText('not-paid', false));
  expect(clear('DEPOSITED', [full('PENDING')])).toBe(toText('refunding', false));
  expect(clear('BLOCKED', [full(null), full('CONFIRMED')])).toBe(toText('release-rest', false));
  expect(clear('BLOCKED', [full(null), full('NON_REFUNDABLE')])).toBe(toText('release', false));
  expect(clear('BLOCKED', [full('NEW_WORD'), full('CONFIRMED')])).toBe(toText('check-refund', false));
});

test.each(['PENDING', 'EXPIRED', 'DEPOSITED', 'OVERPAID'])(
  'leads from a payment with the status %s to the deposit that the service holds',
  (status) => {
    const ofPayment = (kind: DecisionKind, refund: ReportedRefund) =>
      advise(kind, status, [refund], false, 'payment', null, true);
    expect(ofPayment('clear', full(null))).toBe(toText('deposit-held', false));
    expect(ofPayment('report', full(null))).toBe(toText('report-held', false));
    expect(ofPayment('clear', full('CONFIRMED'))).toBe(toText('refunded', false));
  },
);

test('advises on every merged case, and names the cases where the advice differs', () => {
  const subject = (number: number, status: string, refund: string | null = null) =>
    ({ number, subjectKind: 'deposit', status, refunds: [full(refund)], hasHeldDeposit: false }) as const;
  const listAdvice = (kind: DecisionKind, ...subjects: readonly ReturnType<typeof subject>[]) =>
    listCaseAdvice({ kind, finding: null }, subjects, false);
  const ofCases = (count: number, numbers: string, advice: Exclude<Kind, null>) =>
    tReviews('adviceOfCases', { count, numbers, advice: tReviews(`advice.${advice}`) });
  const [moved, blocked, refunded] = [
    subject(7, 'CONFIRMED'),
    subject(8, 'BLOCKED'),
    subject(9, 'BLOCKED', 'CONFIRMED'),
  ];
  expect(listAdvice('clear', blocked, subject(10, 'COMPLIANCE_REVIEW'))).toEqual([toText('release', false)]);
  expect(listAdvice('clear', moved, blocked, refunded, subject(10, 'BLOCKED'))).toEqual([
    ofCases(1, '7', 'credited'),
    ofCases(2, '8, 10', 'release'),
    ofCases(1, '9', 'refunded'),
  ]);
  expect(listAdvice('keep-blocked', moved, blocked)).toEqual([ofCases(1, '8', 'keep-blocked')]);
  expect(listAdvice('keep-blocked', moved)).toEqual([]);
});
