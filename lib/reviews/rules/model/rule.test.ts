import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, parseTotal } from '#lib/values/amount.ts';
import { transferKinds } from '../../model-transfers.ts';
import { storedSpec } from '../schema/forms.ts';
import { emptyCondition, restoreConditions } from './condition-form.ts';
import type { FurtherCondition, RuleForm } from './form.ts';
import { emptyForm, readForm, toRuleForm } from './form.ts';
import { matchRule } from './match.ts';
import type { ChangeKind, RuleSpec, RuleState } from './rule.ts';
import {
  entityPlaces,
  figures,
  groupings,
  listAllowedChanges,
  listFigures,
  listGroupings,
  ruleStates,
} from './rule.ts';
import { describeRule, listCaveats } from './sentence.ts';

const form = (fields: Partial<RuleForm>): RuleForm => ({
  ...emptyForm,
  name: 'A rule',
  over: '1',
  times: '3',
  ...fields,
});
const further = (join: string, fields: Partial<FurtherCondition>): FurtherCondition => ({
  ...emptyCondition,
  ...fields,
  join,
});
const listErrors = (fields: Partial<RuleForm>) => {
  const read = readForm(form(fields));
  return 'errors' in read ? Object.keys(read.errors).toSorted() : [];
};

test('lists the possible changes for every state of a rule', () => {
  const standings: readonly [RuleState, number | null, number, Partial<Record<ChangeKind, number>>][] = [
    ['draft', null, 1, { activate: 1 }],
    ['draft', null, 4, { activate: 4 }],
    ['active', 1, 1, { pause: 1, retire: 1 }],
    ['active', 1, 2, { activate: 2, pause: 1, retire: 1 }],
    ['paused', 2, 2, { resume: 2, retire: 2 }],
    ['paused', 2, 3, { activate: 3, resume: 2, retire: 2 }],
    ['retired', 2, 2, {}],
    ['retired', null, 1, {}],
  ];
  expect(new Set(standings.map(([state]) => state))).toEqual(new Set(ruleStates));
  for (const [state, inForce, newest, expected] of standings)
    expect(Object.fromEntries(listAllowedChanges({ state, inForce, newest }))).toEqual(expected);
});

/** Every form that the page can send: each kind with each of its choices. */
const everyForm: readonly RuleForm[] = transferKinds.flatMap((subject) => [
  ...['amount', 'new-address'].flatMap((kind) =>
    listFigures(subject).map((figure) => form({ subject, kind, figure, currency: 'EUR' })),
  ),
  ...listGroupings(subject).flatMap((per) =>
    ['hours', 'day'].flatMap((unit) => [
      form({ subject, kind: 'velocity', per, unit, measure: 'count' }),
      ...listFigures(subject).map((figure) =>
        form({ subject, kind: 'velocity', per, unit, measure: 'sum', figure, currency: 'EUR' }),
      ),
    ]),
  ),
  ...['equals', 'contains'].flatMap((match) =>
    ['1', '3'].map((least) =>
      form({ subject, kind: 'category', match, category: 'GAMBLING', least, among: [...entityPlaces] }),
    ),
  ),
  ...(subject === 'deposit' ? [form({ subject, kind: 'score', score: '75.5' })] : []),
  form({ subject, kind: 'watch-list' }),
  form({ subject, kind: 'schedule', days: ['6', '7'], from: '22:00', until: '06:30' }),
  form({ subject, kind: 'watch-list', more: [further('and', { kind: 'schedule' })] }),
  form({
    subject,
    dueHours: '4',
    assignTo: 'a person',
    more: [further('and', { kind: 'watch-list' }), further('or', { kind: 'schedule', days: ['1'] })],
  }),
]);

test('stores each choice of the form as a rule that fills the form again and has its own summary', () => {
  const sentences = everyForm.map((one) => {
    const read = readForm(one);
    if ('errors' in read) throw new Error(JSON.stringify([one, read.errors]));
    const { text } = read;
    expect(storedSpec.parse(JSON.parse(JSON.stringify(text.spec)))).toEqual(text.spec);
    expect(readForm(toRuleForm(text))).toEqual({ text });
    for (const caveat of listCaveats(text.subject, text.spec)) expect(caveat).toMatch(/^[A-Z].+\.$/);
    return describeRule(text.subject, text.spec, 'Europe/Vienna');
  });
  for (const sentence of sentences)
    expect(sentence).toMatch(
      /^Open a case when \(?(a|the|amounts|EUR amounts|display amounts|net credited amounts|deducted amounts|deposits|withdrawals|more than) .+\.$/,
    );
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('describes each kind of rule in a sentence', () => {
  const describeForm = (fields: Partial<RuleForm>) => {
    const read = readForm(form(fields));
    return 'text' in read ? describeRule(read.text.subject, read.text.spec, 'Europe/Vienna') : read.errors;
  };
  expect(describeForm({ over: '0.5' })).toBe('Open a case when a deposit in BTC is over 0.5 BTC.');
  expect(describeForm({ figure: 'eur', over: '10000', currency: 'x' })).toBe(
    'Open a case when the EUR value of a deposit is over 10,000 EUR.',
  );
  expect(describeForm({ kind: 'velocity', times: '3' })).toBe(
    'Open a case when more than 3 deposits come from one address within 24 hours.',
  );
  expect(
    describeForm({ kind: 'velocity', times: '20', hours: '1', per: 'owner', subject: 'withdrawal' }),
  ).toBe('Open a case when more than 20 withdrawals go to addresses of one attributed entity within 1 hour.');
  expect(describeForm({ kind: 'velocity', measure: 'sum', over: '2', unit: 'day' })).toBe(
    'Open a case when amounts of deposits from one address total more than 2 BTC within one calendar day (Europe/Vienna).',
  );
  expect(describeForm({ kind: 'velocity', times: '10', hours: '168', per: 'reference' })).toBe(
    'Open a case when more than 10 deposits have the same reference within 7 days.',
  );
  expect(describeForm({ kind: 'new-address', over: '0.2' })).toBe(
    'Open a case when a deposit in BTC from a new address is over 0.2 BTC.',
  );
  expect(
    describeForm({
      kind: 'category',
      match: 'contains',
      category: '<b>',
      among: ['owner', 'source'],
      least: '2',
    }),
  ).toBe(
    'Open a case when a deposit’s risk assessment names at least 2 parties with “<b>” in the category (checked: the attributed entity of the sending address and illicit sources of funds).',
  );
  expect(describeForm({ kind: 'schedule', days: ['6', '7'], from: '22:00', until: '06:00' })).toBe(
    'Open a case when a deposit is received on Saturday and Sunday from 22:00 to 06:00 (Europe/Vienna).',
  );
  expect(
    describeForm({
      over: '0.5',
      more: [further('and', { kind: 'score', score: '75' }), further('or', { kind: 'watch-list' })],
    }),
  ).toBe(
    'Open a case when (a deposit in BTC is over 0.5 BTC and a deposit’s risk score is over 75) or the sender address of a deposit, or a party named in its risk assessment, is on the watch list.',
  );
});

test('names the fields that are not valid', () => {
  for (const over of ['', ' ', '-1', '1e9', '0,5', '1'.repeat(36), `0.${'1'.repeat(31)}`, 'NaN', '٣'])
    expect([over, listErrors({ over })]).toEqual([over, ['over']]);
  expect(listErrors({ over: '9'.repeat(35) })).toEqual([]);
  for (const currency of ['', 'btc', 'A', 'X'.repeat(13), 'B<C'])
    expect(listErrors({ currency })).toEqual(['currency']);
  for (const times of ['0', '-1', '1.5', '10001', '1e3', ''])
    expect(listErrors({ kind: 'velocity', times })).toEqual(['times']);
  for (const hours of ['0', '721', 'x']) expect(listErrors({ kind: 'velocity', hours })).toEqual(['hours']);
  expect(listErrors({ kind: 'velocity', unit: 'day', hours: 'x' })).toEqual([]);
  expect(listErrors({ kind: 'velocity', per: 'customer' })).toEqual(['per']);
  expect(listErrors({ kind: 'velocity', per: 'reference', subject: 'withdrawal' })).toEqual(['per']);
  expect(listErrors({ figure: 'eur', subject: 'withdrawal' })).toEqual(['figure']);
  expect(listErrors({ kind: 'category', category: ' ' })).toEqual(['category']);
  expect(listErrors({ kind: 'category', category: 'x'.repeat(81) })).toEqual(['category']);
  expect(listErrors({ kind: 'category', category: 'x', among: ['nowhere'] })).toEqual(['among']);
  expect(listErrors({ kind: 'category', category: 'x', among: ['source'], subject: 'withdrawal' })).toEqual([
    'among',
  ]);
  expect(listErrors({ name: ' ', over: 'x', kind: 'new-address' })).toEqual(['name', 'over']);
  expect(listErrors({ name: 'x'.repeat(81) })).toEqual(['name']);
  expect(listErrors({ kind: 'score', score: 'high' })).toEqual(['score']);
  expect(listErrors({ kind: 'score', score: '1', subject: 'withdrawal' })).toEqual(['kind']);
  expect(listErrors({ kind: 'schedule', days: [], from: '24:00', until: '6' })).toEqual([
    ...['days', 'from', 'until'],
  ]);
  expect(
    listErrors({ more: [further('and', { kind: 'watch-list' }), further('or', { over: 'x' })] }),
  ).toEqual(['more.1.over']);
  expect(
    listErrors({ more: Array.from({ length: 6 }, () => further('or', { kind: 'watch-list' })) }),
  ).toEqual(['more']);
  expect(listErrors({ dueHours: '3' })).toEqual(['dueHours']);
  expect(listErrors({ kind: 'magic' })).toEqual(['kind']);
  expect(listErrors({ subject: 'refund' })).toEqual(['subject']);
});

test('reads any input as a rule that can be stored or as field errors', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('deposit', 'amount', 'velocity', 'category', '1', 'coin'),
  );
  const lists = ['among', 'days', 'more'];
  const field = Object.keys(emptyForm).filter((name) => !lists.includes(name));
  const forms = fc.record({
    ...Object.fromEntries(field.map((name) => [name, any])),
    among: fc.array(any),
    days: fc.array(any),
  });
  fc.assert(
    fc.property(forms, (fields) => {
      const read = readForm({ ...emptyForm, ...fields });
      if ('errors' in read) expect(Object.keys(read.errors).length).toBeGreaterThan(0);
      else expect(storedSpec.safeParse(read.text.spec).success).toBe(true);
    }),
  );
});

const threshold = { figure: figures[0], currency: 'BTC', over: amount('0.5') };
const specs: readonly RuleSpec[] = [
  { kind: 'amount', ...threshold },
  { kind: 'new-address', ...threshold },
  { kind: 'velocity', per: groupings[0], measure: { of: 'count', over: 3 }, span: { unit: 'day' } },
  {
    kind: 'velocity',
    per: groupings[0],
    measure: { of: 'sum', ...threshold },
    span: { unit: 'hours', hours: 2 },
  },
  { kind: 'category', among: ['owner'], match: 'equals', category: 'x', least: 2 },
];

test('matches a group only if all its conditions match', () => {
  const both = [{ kind: 'score', over: amount('50') }, { kind: 'watch-list' }] as const;
  const spec: RuleSpec = {
    kind: 'group',
    anyOf: [both, [{ kind: 'schedule', days: [1], from: 1_320, until: 360 }]],
  };
  const match = (score: string | null, watched: readonly string[], day: number, minute: number) =>
    matchRule(spec, {
      kind: 'group',
      anyOf: [
        [score === null ? null : { kind: 'score', score }, { kind: 'watch-list', watched }],
        [{ kind: 'schedule', day, minute }],
      ],
    });
  expect(match('50.1', ['mixer'], 2, 0)).toEqual({ score: '50.1', watched: ['mixer'] });
  expect(match('50', ['mixer'], 2, 0)).toBeNull();
  expect(match('51', [], 2, 0)).toBeNull();
  expect(match(null, ['mixer'], 2, 0)).toBeNull();
  expect(match(null, [], 1, 1_320)).toEqual({});
  expect(match(null, [], 1, 359)).toEqual({});
  expect(match(null, [], 1, 360)).toBeNull();
});

test('restores further conditions from a draft, and none from an unreadable text', () => {
  const kept = [further('or', { kind: 'score', score: '7' })];
  expect(restoreConditions(JSON.stringify(kept))).toEqual(kept);
  expect(restoreConditions(JSON.stringify([{ kind: 5 }]))).toEqual([further('and', {})]);
  for (const text of ['', '{', '{}', '[1, null]']) expect(restoreConditions(text)).toEqual([]);
});

test('matches only values strictly over the limit, to the last digit', () => {
  const [byAmount, byNew, byCount, bySum, byCategory] = specs;
  if (!byAmount || !byNew || !byCount || !bySum || !byCategory) throw new Error('a spec is missing');
  const of = (...texts: string[]) => texts.map(amount);
  const base = { kind: 'amount' } as const;
  expect(matchRule(byAmount, { ...base, figures: of('0.5') })).toBeNull();
  expect(matchRule(byAmount, { ...base, figures: of() })).toBeNull();
  expect(matchRule(byAmount, { ...base, figures: of('0.1', '0.500000000000000000000000000001') })).toEqual({
    amount: '0.500000000000000000000000000001',
    currency: 'BTC',
  });
  expect(matchRule(byNew, { kind: 'new-address', figures: of('1'), seenBefore: true })).toBeNull();
  expect(matchRule(byNew, { kind: 'new-address', figures: of('1'), seenBefore: false })).not.toBeNull();
  const counted = { kind: 'velocity', sum: null } as const;
  expect(matchRule(byCount, { ...counted, count: 3 })).toBeNull();
  expect(matchRule(byCount, { ...counted, count: 4 })).toEqual({ count: 4 });
  expect(matchRule(bySum, { ...counted, count: 9 })).toBeNull();
  expect(matchRule(bySum, { ...counted, count: 9, sum: parseTotal('0.6') })).toEqual({
    count: 9,
    amount: '0.6',
    currency: 'BTC',
  });
  // More than any one amount may be.
  const most = `1${'0'.repeat(35)}.5`;
  expect(matchRule(bySum, { ...counted, count: 9, sum: parseTotal(most) })).toMatchObject({ amount: most });
  const named = { kind: 'category', categories: ['X'] } as const;
  expect(matchRule(byCategory, { ...named, entities: 1 })).toBeNull();
  expect(matchRule(byCategory, { ...named, entities: 2 })).toEqual({ entities: 2, categories: ['X'] });
});

test('matches no facts of another kind', () => {
  const answers = [
    { kind: 'amount', figures: [amount('9')] },
    { kind: 'new-address', figures: [amount('9')], seenBefore: false },
    { kind: 'velocity', count: 9, sum: parseTotal('9') },
    { kind: 'category', entities: 9, categories: [] },
  ] as const;
  for (const spec of specs)
    for (const answer of answers) expect(matchRule(spec, answer) !== null).toBe(spec.kind === answer.kind);
});
