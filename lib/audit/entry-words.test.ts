import { expect, test } from 'vitest';
import { exceptionStates } from '#lib/exceptions/model.ts';
import { encodings, separators } from '#lib/payment-batches/model/fields.ts';
import { authorities } from '#lib/reviews/cases/model/authorities.ts';
import { requestRecipients } from '#lib/reviews/cases/model/information.ts';
import { decisionKinds, decisionTexts, factKinds, formatFactKind } from '#lib/reviews/model.ts';
import { findings, formatFinding } from '#lib/reviews/model-findings.ts';
import { formatRole, roles } from '#lib/values/roles.ts';
import { findCodeWords } from './code-words.ts';
import { listDetails, listFirstDetails } from './entry-details.ts';
import { auditActions } from './schema-choices.ts';
import { deskEntries } from './testing/desk-entries.ts';
import { ann, id, requestBody } from './testing/entry-values.ts';
import { recordEntries } from './testing/record-entries.ts';

const samples = [...recordEntries, ...deskEntries];

/** Codes, names of fields, JSON and invisible characters, which no reader should have to know. */
const raw = [
  /(?<![\w.@/:-])[a-z]+(?:-[a-z]+)+(?![\w-])/,
  /\b[A-Z]+_[A-Z_]+\b/,
  /\b(?:UNKNOWN|REJECTED|CREATED|BLOCKED|PARENT)\b/,
  /\b[a-z]+[A-Z][a-zA-Z]*\b/,
  /[{}[\]"]/,
  /U\+[0-9A-F]{4}/,
  /\p{Cc}/u,
];

test('has a typical entry of each action', () => {
  expect(samples.map(([action]) => action).toSorted()).toEqual([...auditActions].toSorted());
});

const readable = new Set(['order {n}', 'Number of unfinished sign-ins ended']);

test.each(samples.map(([action, after, before = null]) => ({ action, after, before })))(
  'shows an entry of $action in words',
  ({ action, after, before }) => {
    const toJson = (values: object | null) => (values ? JSON.stringify(values) : null);
    const names = new Map([[ann, 'Ann']]);
    for (const { label, ...values } of listDetails(action, toJson(before), toJson(after), names))
      for (const text of [
        label,
        ...[values.earlier, values.value].flatMap((value) => (value?.kind === 'text' ? [value.text] : [])),
      ])
        for (const code of raw) if (!readable.has(text)) expect(text, `${action} ${label}`).not.toMatch(code);
  },
);

const toTexts = (action: string, after: object) =>
  listDetails(action, null, JSON.stringify(after), new Map()).map(
    ({ label, value }) => `${label}: ${value?.kind === 'text' ? value.text : ''}`,
  );

test('uses the pages’ own words', () => {
  expect(toTexts('payment-batch.finish', { done: 98 })).toEqual(['Rows created: 98']);
  expect(toTexts('review-case.check', { done: true })).toEqual(['Checklist item completed: Yes']);
  expect(toTexts('statement.record-settlement', { reference: 'Payout 7' })).toEqual(['Reference: Payout 7']);
  expect(toTexts('review-case.file-report', { reference: '1' })).toEqual(['Authority reference: 1']);
  expect(toTexts('review-case.propose', { kind: 'keep-blocked', finding: 'wrong-match' })).toEqual([
    'Decision: Maintain hold',
    'Disposition: False positive: wrong match in the risk data',
  ]);
  expect(toTexts('exception.work', { reason: 'rest-paid' })).toEqual([
    'Reason: Customer paid the missing amount',
  ]);
  expect(toTexts('role.grant', { role: 'auditor-risk' })).toEqual(['Role: Auditor with risk detail']);
  expect(toTexts('review-case.request', { to: 'payer' })).toEqual(['Who answers: The payer']);
  expect(toTexts('review-desk.save-template', { kind: 'keep-blocked' })).toEqual(['Decision: Maintain hold']);
  expect(
    toTexts('payment-batch.check', {
      mapping: ['clientPaymentId', 'displayAmount'],
      defaults: { displayCurrency: 'EUR' },
    }),
  ).toEqual(['Mapping: Reference, Amount', 'Defaults: Price currency: EUR']);
  expect(toTexts('review-case.read', { kind: 'failed', reason: 'HTTP 500' })).toEqual([
    'Payment refresh: Failed · Reason: HTTP 500',
  ]);
  expect(toTexts('audit.export', { filters: { q: 'order 17' } })).toEqual(['Filters: Search: order 17']);
  expect(toTexts('review-rule.approve', { kind: 'activate', number: 2 })).toEqual([
    'Change: Activate',
    'Version: 2',
  ]);
  expect(toTexts('payment-batch.check', { separator: '\t' })).toEqual(['Separator: Tab']);
  expect(toTexts('export.xlsx', { to: '2026-11-30' })).toEqual(['To: 2026-11-30']);
  expect(toTexts('retention.expire', { records: [id] })).toEqual([`Records: ${id}`]);
  expect(toTexts('session.refuse', { subject: 'auth0|a-b' })).toEqual(['Subject: auth0|a-b']);
  expect(toTexts('payment.create', { requestBody, note: 'VIP' })).toEqual([
    'Reference: order 17',
    'Amount: 49.90',
    'Currency: EUR',
    'Note: VIP',
  ]);
  const cut = JSON.stringify({ requestBody }).slice(0, 60);
  expect(listFirstDetails('payment.create', null, cut, new Map())).toMatchObject([
    { label: 'Reference', value: { text: 'order 17' } },
  ]);
});

test('has words for every code that the pages have', () => {
  const words = (field: string, codes: readonly string[], area = '') =>
    codes.map((code) => findCodeWords(area, field, code));
  expect(words('kind', decisionKinds, 'review-case')).toEqual(
    decisionKinds.map((kind) => decisionTexts[kind].label),
  );
  expect(words('finding', findings)).toEqual(findings.map(formatFinding));
  expect(words('role', roles)).toEqual(roles.map(formatRole));
  expect(
    words(
      'facts',
      factKinds.map((kind) => (kind === 'rule' ? `rule:${id}` : kind)),
    ),
  ).toEqual(factKinds.map(formatFactKind));
  for (const [field, codes, area] of [
    ['states', exceptionStates],
    ['separator', separators],
    ['encoding', encodings],
    ['authority', authorities],
    ['to', requestRecipients, 'review-case'],
  ] as const)
    expect(words(field, codes, area)).not.toContain(null);
});
