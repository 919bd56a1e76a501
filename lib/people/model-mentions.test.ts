import { expect, test } from 'vitest';
import { findMentions, findTypedMention, matchColleagues } from './model-mentions.ts';

const ada = { personId: 'ada', name: 'Ada Lovelace' };
const adaShort = { personId: 'short', name: 'Ada' };
const jose = { personId: 'jose', name: 'José Núñez' };
const colleagues = [adaShort, ada, jose];

test.each([
  ['the whole name', 'Please check, @Ada Lovelace.', ['ada']],
  ['in any case and at the beginning', '@ada lovelace: see above', ['ada']],
  ['the shorter name where the longer one ends otherwise', '@Ada Lovelaces', ['short']],
  ['several people once each', '(@José Núñez, @Ada Lovelace) @Ada Lovelace', ['jose', 'ada']],
  ['no one in an email address', 'mail ada@Ada.test', []],
  ['no one by a part of a name', '@José', []],
])('finds %s', (_, text, expected) => {
  expect(findMentions(text, colleagues)).toEqual(expected);
});

test('mentions everyone who has the name', () => {
  expect(findMentions('@Ada', [adaShort, { personId: 'other', name: 'ada' }])).toEqual(['short', 'other']);
});

test('suggests colleagues while a mention is typed', () => {
  const typed = findTypedMention('ask @Lov', 8);
  expect(typed).toEqual({ start: 4, typed: 'Lov' });
  expect(typed === null ? [] : matchColleagues(typed, colleagues)).toEqual([ada]);
  expect(findTypedMention('ask @Lov today\nthanks', 20)).toBeNull();
  expect(findTypedMention('ada@example', 11)).toBeNull();
  expect(findTypedMention('no mention', 5)).toBeNull();
});
