import { expect, test } from 'vitest';
import { loadBreachedPasswords } from './breached-passwords.ts';
import { findWeakness, listPersonalWords } from './model-password.ts';

const common = await loadBreachedPasswords();
const words = listPersonalWords({
  name: 'Ada Lovelace',
  email: 'ada.byron.1e71@engines.example',
  businessNames: ['Nordlicht GmbH', 'Müller & Söhne'],
});
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
  ['ada.byron.1e71@engines.example', 'personal'],
  ['engines byron 1815', 'personal'],
  ['ada-2026-ada!', 'personal'],
  ['nordlicht2026', 'personal'],
  ['I like NORDLICHT a lot', 'personal'],
  ['N0rd-L!cht_winter', 'personal'],
  ['n.o.r.d.l.i.c.h.t 77', 'personal'],
  ['Ｎｏｒｄｌｉｃｈｔ winter', 'personal'],
  ['n0rd1icht and snow', 'personal'],
  ['mueller in the rain', 'personal'],
  ['muller in the rain', 'personal'],
  ['MÜLLER im Regen', 'personal'],
  ['die sohne im regen', 'personal'],
  ['lovelace drinks cold tea', 'personal'],
  ['counting house 4 ever', 'personal'],
  ['c0unt1ngh0u5e rules', 'personal'],
  ['three engines roar', 'personal'],
])('refuses %s as %s', (password, weakness) => {
  expect(check(password)).toBe(weakness);
});

test.each([
  'correct horse battery staple',
  'a quiet long password',
  'canada in the morning',
  'a quiet iong passage',
  'a gull lands nordwards',
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
