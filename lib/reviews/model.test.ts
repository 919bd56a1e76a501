import { expect, test } from 'vitest';
import { detectFileType, hasMatchingExtension, toSafeFileName } from './cases/model/file.ts';
import { compareScore } from './cases/model/scores.ts';
import type { DecisionKind, ServiceState, SubjectKind } from './model.ts';
import { decisionKinds } from './model.ts';
import { describeDisagreement } from './model-disagreements.ts';

const state = (status: string | null, refundStatus: string | null = null): ServiceState => ({
  status,
  refundStatus,
  refunded: refundStatus !== null,
});

const statuses = [
  'COMPLIANCE_REVIEW',
  'UNCONFIRMED',
  'CONFIRMED',
  'BLOCKED',
  'UNPROCESSABLE',
  'NEW_WORD',
  null,
];
const against: Readonly<Record<DecisionKind, readonly (string | null)[]>> = {
  clear: ['BLOCKED'],
  'keep-blocked': ['CONFIRMED'],
  'recommend-refund': ['CONFIRMED'],
  report: ['CONFIRMED'],
};

test('returns the contradiction of every decision and deposit status', () => {
  for (const kind of decisionKinds)
    for (const status of statuses)
      expect([kind, status, describeDisagreement(kind, 'deposit', state(status)) !== null]).toEqual([
        kind,
        status,
        against[kind].includes(status),
      ]);
});

test('accepts a refund as following the recommendation, and reports a non-refundable deposit as a contradiction', () => {
  const of = (now: ServiceState, subject: SubjectKind = 'deposit') =>
    describeDisagreement('recommend-refund', subject, now);
  expect(of(state('CONFIRMED', 'PENDING'))).toBeNull();
  expect(of(state('BLOCKED', 'NON_REFUNDABLE'))).not.toBeNull();
  expect(describeDisagreement('keep-blocked', 'withdrawal', state('COMPLETED'))).not.toBeNull();
  expect(describeDisagreement('clear', 'withdrawal', state('FAILED'))).toBeNull();
  expect(describeDisagreement('clear', 'payment', state('BLOCKED'))).not.toBeNull();
  expect(describeDisagreement('report', 'payment', state('DEPOSITED'))).not.toBeNull();
  expect(describeDisagreement('report', 'payment', state('EXPIRED'))).toBeNull();
});

test('compares a risk score only if a threshold is set and the score is a number', () => {
  const compare = (score: string, from: string | null) => compareScore(score, from);
  expect(compare('99', null)).toEqual([]);
  expect(compare('0.93', '0.9')).toEqual([{ begun: { kind: 'risk-score', detail: { score: '0.93' } } }]);
  expect(compare('0.899999999999999999', '0.9')).toEqual([
    { ended: { kind: 'risk-score', score: '0.899999999999999999' } },
  ]);
  expect(compare('HIGH', '0.9')).toEqual([]);
});

test('detects the file type by content and rejects other name endings', () => {
  const of = (text: string) => detectFileType(new TextEncoder().encode(text));
  expect(of('%PDF-1.7')).toBe('application/pdf');
  expect(detectFileType(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('image/png');
  expect(of('RIFF\u0024\u0000\u0000\u0000WEBPVP8 ')).toBe('image/webp');
  expect(of('Notes: Müller, €\n')).toBe('text/plain');
  for (const text of [
    '<svg onload=alert(1)>',
    ' <!DOCTYPE html>',
    '<?xml version="1.0"?>',
    'a\u0000b',
    'PK\u0003\u0004',
    '<script>WEBP/**/alert(1)</script>',
    'MZ\u0000\u0001\u0000\u0000\u0000\u0000WEBP',
    'RIFF\u0024\u0000\u0000\u0000WAVEfmt ',
  ])
    expect([text, of(text)]).toEqual([text, null]);
  expect(detectFileType(Uint8Array.of(0xff, 0xfe, 0x41, 0x00))).toBeNull();
  expect(hasMatchingExtension('a.pdf', 'image/png')).toBe(false);
  expect(hasMatchingExtension('PHOTO.JPEG', 'image/jpeg')).toBe(true);
  expect(hasMatchingExtension('pdf', 'application/pdf')).toBe(false);
});

test('returns file names that are safe on every system', () => {
  expect(toSafeFileName('..\\..\\a\u202egpj.exe')).toBe('agpj.exe');
  expect(toSafeFileName('../')).toBe('file');
  expect(toSafeFileName('a<b>:"c"?.txt')).toBe('abc.txt');
  expect(toSafeFileName('x'.repeat(300))).toHaveLength(120);
});
