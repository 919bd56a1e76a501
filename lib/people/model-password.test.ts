import { expect, test } from 'vitest';
import { loadBreachedPasswords } from './breached-passwords.ts';
import { findWeakness, listPersonalWords } from './model-password.ts';

const common = await loadBreachedPasswords();
const words = listPersonalWords({ name: 'Ada Lovelace', email: 'ada.byron@engines.example' });
const check = (password: string) => findWeakness(password, words, common);

test.each([
  ['1qaz2wsx3edc', 'common'],
  ['Leavemealone', 'common'],
  ['password2026!', 'common'],
  ['2026-Sunshine-99', 'common'],
  ['passwordpassword', 'common'],
  ['aaaaaaaaaaaa', 'pattern'],
  ['abcabcabcabc', 'pattern'],
  ['123456789012', 'pattern'],
  ['zyxwvutsrqpo', 'pattern'],
  ['qwertyuiopas', 'pattern'],
  ['Countinghouse1', 'personal'],
  ['Lovelace-2026', 'personal'],
  ['ada.byron@engines.example', 'personal'],
  ['engines byron 1815', 'personal'],
])('refuses %s as %s', (password, weakness) => {
  expect(check(password)).toBe(weakness);
});

test.each([
  'correct horse battery staple',
  'a quiet long password',
  'lovelace drinks cold tea',
  'x9#Kq!m2vT4z',
  'пятнадцать серых уток',
  '739104862571',
  '       quiet tea       ',
])('accepts %s', (password) => {
  expect(check(password)).toBeNull();
});

test('lists common passwords in lower case, at full length', () => {
  expect(common.size).toBeGreaterThan(40_000);
  expect([...common].some((entry) => entry !== entry.toLowerCase())).toBe(false);
});
