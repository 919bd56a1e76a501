import { expect, test } from 'vitest';
import type { CaseDecision, CaseFact } from '#lib/reviews/schema/case.ts';
import { instant } from '#lib/values/instant.ts';
import { hashCaseMark, hashCaseReasons } from './case-hashes.ts';

const opened: Parameters<typeof hashCaseMark>[0] = {
  service: { status: 'BLOCKED', refundStatus: null, refunded: false },
  state: 'open',
  snoozedUntil: instant(2_000),
  now: instant(1_000),
  decisions: [],
  survivor: null,
};
const proposed: CaseDecision = {
  of: null,
  decisionId: 'd',
  kind: 'clear',
  reason: 'Known customer',
  finding: 'explained',
  checks: [],
  serviceStatus: 'BLOCKED',
  subjects: null,
  proposedBy: { personId: 'p', name: 'Ada' },
  proposedAt: instant(1_000),
  needsSecond: true,
  state: 'proposed',
  answeredBy: null,
  answeredAt: null,
  answer: null,
  reversal: null,
};

test('gives the mark of a case another hash with each change that the mark shows', () => {
  const declined: CaseDecision = { ...proposed, state: 'declined' };
  const reversed: CaseDecision = {
    ...proposed,
    state: 'final',
    reversal: { reason: null, by: null, approvedBy: null, at: instant(1_000) },
  };
  const shown = [
    opened,
    { ...opened, service: { ...opened.service, status: 'CONFIRMED' } },
    { ...opened, now: instant(3_000) },
    { ...opened, snoozedUntil: null, decisions: [declined] },
    { ...opened, snoozedUntil: null, decisions: [reversed] },
    { ...opened, state: 'proposed' as const, decisions: [proposed] },
    { ...opened, state: 'merged' as const, survivor: { caseId: 'c', number: 7 } },
  ];
  expect(new Set(shown.map(hashCaseMark)).size).toBe(shown.length);
});

test('keeps the hash of the mark when only the time or another part of the case has changed', () => {
  expect(hashCaseMark({ ...opened, now: instant(1_500) })).toBe(hashCaseMark(opened));
  const refunded = { ...opened.service, refunded: true };
  expect(hashCaseMark({ ...opened, service: refunded })).toBe(hashCaseMark(opened));
});

test('gives the reasons of a case another hash once a reason is added or ends', () => {
  const fact: CaseFact = {
    of: null,
    kind: 'deposit-blocked',
    seenAt: instant(1),
    endedAt: null,
    detail: null,
  };
  const ended: CaseFact = { ...fact, endedAt: instant(2) };
  const hashes = [[fact], [ended], [fact, ended]].map((facts) => hashCaseReasons({ facts }));
  expect(new Set(hashes).size).toBe(3);
  expect(hashCaseReasons({ facts: [{ ...fact }] })).toBe(hashes[0]);
});
