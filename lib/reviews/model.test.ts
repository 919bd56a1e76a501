import { expect, test } from 'vitest';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Subject } from './cases/model/facts.ts';
import { listFacts } from './cases/model/facts.ts';
import { nameFits, safeName, typeOfBytes } from './cases/model/file.ts';
import type { DecisionKind, ServiceState, SubjectKind } from './model.ts';
import { decisionKinds, disagreement } from './model.ts';

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

test('which status of a deposit contradicts which decision, all of them', () => {
  for (const kind of decisionKinds)
    for (const status of statuses)
      expect([kind, status, disagreement(kind, 'deposit', state(status)) !== null]).toEqual([
        kind,
        status,
        against[kind].includes(status),
      ]);
});

test('a refund settles a recommendation, one that can’t be refunded contradicts it', () => {
  const of = (now: ServiceState, subject: SubjectKind = 'deposit') =>
    disagreement('recommend-refund', subject, now);
  expect(of(state('CONFIRMED', 'PENDING'))).toBeNull();
  expect(of(state('BLOCKED', 'NON_REFUNDABLE'))).not.toBeNull();
  expect(disagreement('keep-blocked', 'withdrawal', state('COMPLETED'))).not.toBeNull();
  expect(disagreement('clear', 'withdrawal', state('FAILED'))).toBeNull();
});

const subject = (given: Partial<Subject>): Subject => ({
  businessId: brand<BusinessId>('b'),
  kind: 'deposit',
  subjectId: 's',
  status: null,
  refundReason: null,
  riskScore: null,
  assessment: null,
  riskScoreFrom: null,
  dueHours: 24,
  markedMs: 0,
  left: [],
  was: [],
  ...given,
});
const kindsOf = (given: Partial<Subject>) => listFacts(subject(given)).map(({ kind }) => kind);

test('reasons for a case; a missing, empty or strange assessment is none', () => {
  expect(kindsOf({ status: 'COMPLIANCE_REVIEW', refundReason: 'RESTRICTED_CURRENCY' })).toEqual([
    'deposit-review',
    'refund-restricted',
  ]);
  expect(kindsOf({ status: 'CONFIRMED', refundReason: 'OVERPAYMENT' })).toEqual([]);
  for (const assessment of [null, {}, [], 'x', 7, { sourceRiskEntities: [] }, { sourceRiskEntities: 'many' }])
    expect(kindsOf({ assessment })).toEqual([]);
  expect(kindsOf({ assessment: { destinationRiskEntities: [null, { name: 7, category: [] }] } })).toEqual([
    'risk-entity',
  ]);
  expect(kindsOf({ kind: 'withdrawal', status: 'FAILED' })).toEqual([]);
});

test('a score counts only once a threshold is set, and only where it is a number', () => {
  expect(kindsOf({ riskScore: '99' })).toEqual([]);
  expect(kindsOf({ riskScore: '0.93', riskScoreFrom: '0.9' })).toEqual(['risk-score']);
  expect(kindsOf({ riskScore: '0.899999999999999999', riskScoreFrom: '0.9' })).toEqual([]);
  expect(kindsOf({ riskScore: 'HIGH', riskScoreFrom: '0.9' })).toEqual([]);
});

test('a file is what its bytes say, and its name may claim nothing else', () => {
  const of = (text: string) => typeOfBytes(new TextEncoder().encode(text));
  expect(of('%PDF-1.7')).toBe('application/pdf');
  expect(typeOfBytes(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('image/png');
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
  expect(typeOfBytes(Uint8Array.of(0xff, 0xfe, 0x41, 0x00))).toBeNull();
  expect(nameFits('a.pdf', 'image/png')).toBe(false);
  expect(nameFits('PHOTO.JPEG', 'image/jpeg')).toBe(true);
  expect(nameFits('pdf', 'application/pdf')).toBe(false);
});

test('a name is safe on every system', () => {
  expect(safeName('..\\..\\a\u202egpj.exe')).toBe('agpj.exe');
  expect(safeName('../')).toBe('file');
  expect(safeName('a<b>:"c"?.txt')).toBe('abc.txt');
  expect(safeName('x'.repeat(300))).toHaveLength(120);
});
