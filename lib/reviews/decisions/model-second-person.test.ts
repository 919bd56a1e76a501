import { expect, test } from 'vitest';
import { amount, parseTotal } from '#lib/values/amount.ts';
import { decisionKinds } from '../model.ts';
import {
  defaultTwoPersonCategories,
  findTwoPersonCategories,
  isSecondPersonNeeded,
} from './model-second-person.ts';

test.each([
  'Sanctions',
  'sanctioned entity',
  'OFAC SDN',
  'Specially-Designated Nationals',
  'SPECIALLY_DESIGNATED_NATIONALS',
  'Terrorist Financing',
  'TERRORISM',
  'Financing of terrorism',
  'ＳＡＮＣＴＩＯＮＳ',
])('needs two people for the category %s', (category) => {
  expect(findTwoPersonCategories(['Gambling', category], defaultTwoPersonCategories)).toEqual([category]);
});

test('leaves other categories and an empty list alone', () => {
  expect(findTwoPersonCategories(['Mixer', 'Darknet Market', ''], defaultTwoPersonCategories)).toEqual([]);
  expect(findTwoPersonCategories(['Sanctions'], [])).toEqual([]);
  expect(findTwoPersonCategories(['Sanctions', ''], ['-', ' '])).toEqual([]);
});

const facts = {
  eur: parseTotal('19.90'),
  secondFromEur: amount('1000'),
  takesTwo: false,
  twoPersonCategories: [],
};

test('one person decides below the amount, except to report or with a finding of sanctions or terrorism', () => {
  expect(isSecondPersonNeeded(facts)).toBe(false);
  for (const kind of decisionKinds)
    expect(isSecondPersonNeeded(facts, { kind, finding: 'mixer' })).toBe(kind === 'report');
  expect(isSecondPersonNeeded(facts, { kind: 'keep-blocked', finding: 'sanctions' })).toBe(true);
  expect(isSecondPersonNeeded(facts, { kind: 'keep-blocked', finding: 'terrorism' })).toBe(true);
});

test.each([
  { twoPersonCategories: ['Sanctions'] },
  { takesTwo: true },
  { eur: null },
  { eur: parseTotal('1000') },
])('two people decide: %o', (changed) => {
  for (const kind of decisionKinds)
    expect(isSecondPersonNeeded({ ...facts, ...changed }, { kind, finding: 'other' })).toBe(true);
});
