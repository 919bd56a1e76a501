import { expect, test } from 'vitest';
import { tReviewAdvice, tReviews } from '#lib/messages/reviews.ts';
import { depositStatuses, paymentStatuses, refundStatuses } from '#lib/service/contract/enumerations.ts';
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
  part: [part('CONFIRMED')],
  'part-pending': [part('PENDING')],
  impossible: [full('NON_REFUNDABLE'), part('NON_REFUNDABLE')],
  unknown: [full('NEW_WORD'), part('NEW_WORD')],
} as const;
type State = keyof typeof states;
const stateNames = ['none', 'pending', 'confirmed', 'part', 'part-pending', 'impossible', 'unknown'] as const;

const held: Record<State, Line> = {
  none: ['release', 'keep-blocked', 'refund', 'report-held'],
  pending: ['refunding', 'stop-refund', 'refund-pending', 'report-refunding'],
  confirmed: ['refunded', 'nothing-to-block', 'refund-confirmed', 'report-deposit'],
  part: ['release-rest', 'block-rest', 'refund-rest', 'report-held'],
  'part-pending': ['release-rest', 'stop-refund', 'refund-rest', 'report-refunding'],
  impossible: ['release', 'keep-blocked', 'not-refundable', 'report-held'],
  unknown: ['check-refund', 'check-refund', 'check-refund', 'report-held'],
};
const moved: Record<State, Line> = {
  none: ['credited', null, 'refund', 'report-deposit'],
  pending: ['refunding', null, 'refund-pending', 'report-deposit'],
  confirmed: ['refunded', null, 'refund-confirmed', 'report-deposit'],
  part: ['credited', null, 'refund-rest', 'report-deposit'],
  'part-pending': ['credited', null, 'refund-rest', 'report-deposit'],
  impossible: ['credited', null, 'not-refundable', 'report-deposit'],
  unknown: ['credited', null, 'check-refund', 'report-deposit'],
};
const elsewhere: Record<State, Line> = {
  none: ['not-held', null, 'refund', 'report-deposit'],
  pending: ['refunding', null, 'refund-pending', 'report-deposit'],
  confirmed: ['refunded', null, 'refund-confirmed', 'report-deposit'],
  part: ['not-held', null, 'refund-rest', 'report-deposit'],
  'part-pending': ['not-held', null, 'refund-rest', 'report-deposit'],
  impossible: ['not-held', null, 'not-refundable', 'report-deposit'],
  unknown: ['not-held', null, 'check-refund', 'report-deposit'],
};
const unreported: Record<State, Line> = {
  none: ['release-if-held', 'block-if-held', 'refund', 'report-if-held'],
  pending: ['refunding', 'stop-refund', 'refund-pending', 'report-refunding'],
  confirmed: ['refunded', 'nothing-to-block', 'refund-confirmed', 'report-deposit'],
  part: ['release-rest', 'block-rest', 'refund-rest', 'report-if-held'],
  'part-pending': ['release-rest', 'stop-refund', 'refund-rest', 'report-refunding'],
  impossible: ['release-if-held', 'block-if-held', 'not-refundable', 'report-if-held'],
  unknown: ['check-refund', 'check-refund', 'check-refund', 'report-if-held'],
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
  'refunding',
  'refund',
  'refund-pending',
  'refund-rest',
  'not-refundable',
  'check-refund',
]);

function toText(advice: Kind, isSanctioned: boolean): string | null {
  if (advice === null) return null;
  const text = tReviewAdvice(`${advice}`);
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

/** The advice on a payment without a held deposit, and with one. */
const paidLines: Record<'free' | 'held', Record<State, Line>> = {
  free: {
    none: ['paid', null, 'refund', 'report-deposit'],
    pending: ['refunding', null, 'refund-pending', 'report-deposit'],
    confirmed: ['refunded', null, 'refund-confirmed', 'report-deposit'],
    part: ['paid', null, 'refund-rest', 'report-deposit'],
    'part-pending': ['paid', null, 'refund-rest', 'report-deposit'],
    impossible: ['paid', null, 'not-refundable', 'report-deposit'],
    unknown: ['paid', null, 'check-refund', 'report-deposit'],
  },
  held: {
    none: ['deposit-held', null, 'refund', 'report-held'],
    pending: ['refunding', null, 'refund-pending', 'report-refunding'],
    confirmed: ['refunded', null, 'refund-confirmed', 'report-deposit'],
    part: ['deposit-held', null, 'refund-rest', 'report-held'],
    'part-pending': ['deposit-held', null, 'refund-rest', 'report-refunding'],
    impossible: ['deposit-held', null, 'not-refundable', 'report-held'],
    unknown: ['deposit-held', null, 'check-refund', 'report-held'],
  },
};
const withoutRefund = (lines: Record<State, Line>): Record<State, Line> => {
  const change = ([clear, keep, , report]: Line): Line => [clear, keep, null, report];
  return {
    none: change(lines.none),
    pending: change(lines.pending),
    confirmed: change(lines.confirmed),
    part: change(lines.part),
    'part-pending': change(lines['part-pending']),
    impossible: change(lines.impossible),
    unknown: change(lines.unknown),
  };
};
const endedLines = { free: elsewhere, held: paidLines.held };
const waitingLines = { free: withoutRefund(elsewhere), held: withoutRefund(paidLines.held) };
const blockedLines = { free: held, held };
const unknownLines: typeof paidLines = {
  free: unreported,
  held: {
    none: ['deposit-held', 'keep-blocked', 'refund', 'report-held'],
    pending: ['refunding', 'stop-refund', 'refund-pending', 'report-refunding'],
    confirmed: ['refunded', 'nothing-to-block', 'refund-confirmed', 'report-deposit'],
    part: ['deposit-held', 'block-rest', 'refund-rest', 'report-held'],
    'part-pending': ['deposit-held', 'stop-refund', 'refund-rest', 'report-refunding'],
    impossible: ['deposit-held', 'keep-blocked', 'not-refundable', 'report-held'],
    unknown: ['deposit-held', 'check-refund', 'check-refund', 'report-held'],
  },
};
const paymentTable: ReadonlyMap<string | null, typeof paidLines> = new Map([
  ['BLOCKED', blockedLines],
  ['DEPOSITED', paidLines],
  ['OVERPAID', paidLines],
  ['NEW', waitingLines],
  ['PENDING', waitingLines],
  ['AWAITING', waitingLines],
  ['EXPIRED', waitingLines],
  ['UNPROCESSABLE', endedLines],
  ['NEW_WORD', unknownLines],
  [null, unknownLines],
]);

test('follows the status of a payment, the refunds of its deposits, and a held deposit together', () => {
  expect([...paymentTable.keys()]).toEqual(expect.arrayContaining([...paymentStatuses]));
  for (const [status, lines] of paymentTable)
    for (const state of stateNames)
      for (const refund of states[state])
        for (const isHeld of [false, true])
          for (const isSanctioned of [false, true])
            expect([
              status,
              refund,
              isHeld,
              isSanctioned,
              ...decisionKinds.map((kind) =>
                advise(kind, status, [refund], isSanctioned, 'payment', null, isHeld),
              ),
            ]).toEqual([
              status,
              refund,
              isHeld,
              isSanctioned,
              ...lines[isHeld ? 'held' : 'free'][state].map((advice) => toText(advice, isSanctioned)),
            ]);
});

test.each([
  ['BLOCKED', ['release', 'keep-blocked', null, 'report-withdrawal']],
  ['COMPLETED', ['sent', null, null, 'report-withdrawal']],
  ['FAILED', ['not-held', null, null, 'report-withdrawal']],
  ['NEW_WORD', ['release-if-held', 'block-if-held', null, 'report-withdrawal']],
  [null, ['release-if-held', 'block-if-held', null, 'report-withdrawal']],
] as const)('advises on a withdrawal that is %s, with and without sanctions', (status, line) => {
  for (const isSanctioned of [false, true])
    expect(decisionKinds.map((kind) => advise(kind, status, [], isSanctioned, 'withdrawal'))).toEqual(
      line.map((advice) => toText(advice, isSanctioned)),
    );
});

test.each([
  [[full('PENDING'), full(null)], 'report-refunding'],
  [[part('PENDING'), full('CONFIRMED')], 'report-refunding'],
  [[full('CONFIRMED'), full(null)], 'report-held'],
  [[full('NON_REFUNDABLE'), full(null)], 'report-held'],
] as const)('asks to stop a refund among several before a report: %j', (refunds, advice) => {
  for (const status of ['EXPIRED', 'UNPROCESSABLE', 'BLOCKED'])
    expect(advise('report', status, refunds, false, 'payment', null, true)).toBe(toText(advice, false));
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

test('advises on every merged case, and names the cases where the advice differs', () => {
  const subject = (number: number, status: string, refund: string | null = null) =>
    ({ number, subjectKind: 'deposit', status, refunds: [full(refund)], hasHeldDeposit: false }) as const;
  const listAdvice = (kind: DecisionKind, ...subjects: readonly ReturnType<typeof subject>[]) =>
    listCaseAdvice({ kind, finding: null }, subjects, false);
  const ofCases = (count: number, numbers: string, advice: Exclude<Kind, null>) =>
    tReviews('adviceOfCases', { count, numbers, advice: tReviewAdvice(`${advice}`) });
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
