import { expect, test } from 'vitest';
import { emptyCondition } from './condition-form.ts';
import type { RuleForm } from './form.ts';
import { emptyForm, readForm, toRuleForm, toTypedForm } from './form.ts';

const form = (fields: Partial<RuleForm>): RuleForm => ({
  ...emptyForm,
  name: 'A rule',
  over: '1',
  ...fields,
});

/** Reads the form as typed in the locale. Returns it as it is sent, or the errors. */
function read(fields: Partial<RuleForm>, locale: string) {
  const result = readForm(form(fields), locale);
  return 'errors' in result ? result.errors : toRuleForm(result.text);
}

test.each([
  [{ figure: 'eur', over: '10.000,50' }, 'de-DE', { over: '10000.50' }],
  [{ figure: 'eur', over: '10,000' }, 'en', { over: '10000' }],
  [{ over: '0,5' }, 'de-DE', { over: '0.5' }],
  [{ kind: 'score', score: '0,8' }, 'de-DE', { score: '0.8' }],
  [{ kind: 'velocity', measure: 'sum', over: '1 234,5' }, 'fr-FR', { over: '1234.5' }],
])('reads %j as typed in %s', (fields, locale, expected) => {
  expect(read(fields, locale)).toMatchObject(expected);
});

const question = (first: string, second: string) => [
  `This number can be read in two ways. Enter ${first} or ${second}.`,
];

test('asks which number a German 10.000 is, in each condition', () => {
  expect(read({ figure: 'eur', over: '10.000' }, 'de-DE')).toEqual({ over: question('10000', '10,000') });
  expect(read({ kind: 'score', score: '1.000' }, 'de-DE')).toEqual({ score: question('1000', '1,000') });
  const more = [{ ...emptyCondition, over: '2.500', join: 'and' }];
  expect(read({ more }, 'de-DE')).toEqual({ 'more.0.over': question('2500', '2,500') });
  // The amount of a condition that has none is not asked about.
  expect(read({ kind: 'watch-list', over: '10.000' }, 'de-DE')).toMatchObject({ kind: 'watch-list' });
});

test('shows a saved amount in the locale and reads it back', () => {
  const more = [{ ...emptyCondition, kind: 'score', score: '0.8', join: 'or' }];
  const saved = form({ over: '1234.5', more });
  const typed = toTypedForm(saved, 'de-DE');
  expect(typed).toMatchObject({ over: '1234,5', more: [{ score: '0,8' }] });
  expect(readForm(typed, 'de-DE')).toEqual(readForm(saved));
});
