import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { listDetails, listFirstDetails, listIds } from './entry-details.ts';

const ann = '3f0c9f7e-0000-4000-8000-000000000001';
const other = '3f0c9f7e-0000-4000-8000-000000000002';
const names = new Map([[ann, 'Ann']]);
const text = (value: string) => ({ kind: 'text', text: value });

test('shows changed values in words, with the values that they replaced', () => {
  const before = JSON.stringify({ state: 'open', assignee: null, version: 4, role: 'owner' });
  const after = JSON.stringify({ state: 'proposed', assignee: ann, kind: 'recommend-refund', role: 'owner' });
  expect(listDetails('review-case.propose', before, after, names)).toEqual([
    { label: 'State', earlier: text('Open'), value: text('Proposed') },
    { label: 'Assignee', earlier: null, value: text('Ann') },
    { label: 'Decision', earlier: null, value: text('Recommend refund') },
  ]);
});

test.each([
  'review-desk.propose',
  'review-desk.decline',
  'business.withdraw-fewer-factors',
  'retention.propose',
])('%s shows what was only proposed as proposed', (action) => {
  expect(listDetails(action, '{"dueHours":48}', '{"dueHours":72,"reason":"Holidays"}', names)).toEqual([
    { label: 'Hours until due', earlier: text('48'), value: text('72'), isProposed: true },
    { label: 'Reason', earlier: null, value: text('Holidays') },
  ]);
});

test('leaves out values that are empty, and shows a value that became empty as removed', () => {
  const before = '{"error":null,"assignee":"Ann","labels":["vip"],"hours":24}';
  const after =
    '{"error":null,"text":"","rows":[],"read":{"error":null},"assignee":null,"labels":[],"hours":null}';
  expect(listDetails('review-case.assign', before, after, names)).toEqual([
    { label: 'Assignee', earlier: text('Ann'), value: null },
    { label: 'Labels', earlier: text('vip'), value: null },
    { label: 'Hours', earlier: text('24'), value: null },
  ]);
  expect(listDetails('label.remove', '{"error":null,"name":"vip"}', null, names)).toEqual([
    { label: 'Name', earlier: text('vip'), value: null },
  ]);
  const read = '{"read":{"kind":"read-now","error":null}}';
  expect(listDetails('review-case.decide', null, read, names)).toEqual([
    { label: 'Payment refresh', earlier: null, value: text('Read now') },
  ]);
  expect(listDetails('review-desk.propose', '{"riskScoreFrom":5}', '{"riskScoreFrom":null}', names)).toEqual([
    {
      ...{ label: 'Lowest risk score that opens a case', earlier: text('5') },
      ...{ value: text('None'), isProposed: true },
    },
  ]);
});

test('shows what an approved proposal changed as changed', () => {
  expect(listDetails('review-desk.approve', '{"dueHours":48}', '{"dueHours":72}', names)).toEqual([
    { label: 'Hours until due', earlier: text('48'), value: text('72') },
  ]);
});

test('names the item of a checklist', () => {
  expect(
    listDetails('review-case.check', null, JSON.stringify({ step: 'source', done: true }), names),
  ).toEqual([
    { label: 'Checklist item', earlier: null, value: text('Source of funds or attributed entity') },
    { label: 'Checklist item completed', earlier: null, value: text('Yes') },
  ]);
});

test('names custom rules without their ID', () => {
  const facts = ['deposit-review', `rule:${other}`];
  expect(listDetails('review-case.check', null, JSON.stringify({ facts }), names)).toEqual([
    {
      label: 'Reasons for the case',
      earlier: null,
      value: text('Deposit held for compliance review, Review rule matched'),
    },
  ]);
});

test('recognizes times and IDs, and keeps every digit of a number', () => {
  const after =
    '{"dueAt":1795680000000,"upTo":"2026-11-26T08:00:00.000Z","sums":12345678901234567890.10,"noteId":"ID"}';
  expect(listDetails('review-case.snooze', null, after.replace('"ID"', `"${other}"`), names)).toEqual([
    { label: 'Due at', earlier: null, value: { kind: 'time', at: instant(1_795_680_000_000) } },
    {
      label: 'Callbacks received until',
      earlier: null,
      value: { kind: 'time', at: instant(Date.UTC(2026, 10, 26, 8)) },
    },
    { label: 'Sums', earlier: null, value: text('12345678901234567890.10') },
    { label: 'Note ID', earlier: null, value: { kind: 'id', id: other } },
  ]);
});

test('shows removed values, lists and nested values', () => {
  const before = JSON.stringify({
    roles: ['viewer', 'owner'],
    rules: [{ name: 'x' }, {}],
    read: { kind: 'read-now' },
  });
  expect(listDetails('label.remove', before, null, names)).toEqual([
    { label: 'Roles', earlier: text('Viewer, Owner'), value: null },
    { label: 'Rules', earlier: text('2 entries'), value: null },
    { label: 'Payment refresh', earlier: text('Read now'), value: null },
  ]);
  expect(listDetails('label.remove', '"text"', '[1]', names)).toEqual([]);
});

test.each([
  [
    '{"state": "open", "text": "Called the cust',
    [
      ['State', 'Open'],
      ['Text', 'Called the cust…'],
    ],
  ],
  ['{"state": "open", "note": {"a": 1, "b', [['State', 'Open']]],
])('shows what is complete in a cut text: %s', (cut, expected) => {
  const details = listFirstDetails('review-case.note', null, cut, names);
  expect((details ?? []).map(({ label, value }) => [label, value?.kind === 'text' && value.text])).toEqual(
    expected,
  );
});

test('shows from which role to which role in the first values, and nothing without a complete value', () => {
  const [before, after] = ['{"role": "viewer"}', '{"role": "owner", "reason": "She took ov'];
  expect(listFirstDetails('role.grant', before, after, names)).toEqual([
    { label: 'Role', earlier: text('Viewer'), value: text('Owner') },
    { label: 'Reason', earlier: null, value: text('She took ov…') },
  ]);
  expect(listFirstDetails('role.grant', before, '{"text": "ends with a quote \\', names)).toBeNull();
  expect(listFirstDetails('role.grant', before, '{"role": "viewer"}', names)).toBeNull();
  expect(listFirstDetails('note.edit', '{"text": "The same', '{"text": "The same', names)).toEqual([
    { label: 'Text', earlier: text('The same…'), value: text('The same…') },
  ]);
});

test.each([
  ['person.set-up-factor', '{"kind":"totp"}', 'Method', 'Authenticator app'],
  ['session.open', '{"secondFactor":"totp"}', 'Second factor', 'Authenticator app'],
  ['retention.set', '{"kind":"sign-in"}', 'Records', 'Sign in'],
  ['review-rule.try', '{"from":"2026-11-01"}', 'First day', '2026-11-01'],
  ['review-rule.try', '{"until":"2026-11-30"}', 'Last day', '2026-11-30'],
  ['review-case.snooze', '{"until":"2026-11-30"}', 'Snoozed until', '2026-11-30'],
])('labels a value of %s %s by its action', (action, after, label, value) => {
  expect(listDetails(action, null, after, names)).toEqual([{ label, earlier: null, value: text(value) }]);
});

test('finds the IDs in the text of values', () => {
  expect(listIds(JSON.stringify({ assignee: ann, noteId: other }))).toEqual([ann, other]);
});

test('a proposal that a second person approved is “Approved”, as on the pages', () => {
  expect(listDetails('review-desk.approve', null, '{"state": "final"}', new Map())).toMatchObject([
    { label: 'State', value: { kind: 'text', text: 'Approved' } },
  ]);
});

const rule = (over: string, values: object = {}) =>
  JSON.stringify({
    rule: `Open a case when a deposit’s risk score is over ${over}.`,
    spec: { kind: 'score', over },
    ...values,
  });

test('shows a rule as its sentence, from the earlier one to the new one', () => {
  const before = rule('4', { number: 1 });
  const after = rule('5', { number: 2, name: 'High score', subject: 'deposit' });
  expect(listDetails('review-rule.change', before, after, names)).toEqual([
    {
      label: 'Rule',
      earlier: text('Open a case when a deposit’s risk score is over 4.'),
      value: text('Open a case when a deposit’s risk score is over 5.'),
    },
    { label: 'Version', earlier: text('1'), value: text('2') },
    { label: 'Name', earlier: null, value: text('High score') },
  ]);
  expect(
    listDetails(
      'reconciliation.save-rule',
      null,
      JSON.stringify({ name: 'Payouts', kind: 'batch', rule: 'Payouts of deposits, up to 3 days later' }),
      names,
    ).map(({ label }) => label),
  ).toEqual(['Name', 'Rule']);
});

test('shows the condition of a rule whose entry has no sentence, without the label of its kind', () => {
  const after = JSON.stringify({ spec: { kind: 'new-address', currency: 'BTC', over: '0.5' } });
  expect(listDetails('review-rule.create', null, after, names)).toEqual([
    { label: 'Condition', earlier: null, value: text('New address · Currency: BTC · Over: 0.5') },
  ]);
});
