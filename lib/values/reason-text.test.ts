import { expect, test } from 'vitest';
import { optionalReasonText, reasonText } from './reason-text.ts';
import { isSentence } from './sentence.ts';

test.each([
  '',
  '.',
  '...............................',
  'ok',
  'Agreed',
  'Looked at it',
  'aaaaaaaaaaaaaaaaaaaaaaaa',
  'aaaaaaaa aaaaaaaa aaaaaaaa',
  'abc abc abc abc abc abc',
  'reasonwithoutanyspacesatall',
  '1234 5678 9012 3456 7890',
  '!!! ??? --- ... ,,, ;;; :::',
  '好好好好好好好好',
  '资金',
  '😀 😀 😀 😀 😀 😀 😀 😀',
])('refuses %j as a reason', (text) => {
  expect(isSentence(text)).toBe(false);
  expect(reasonText(100).safeParse(text).success).toBe(false);
  expect(optionalReasonText(100).safeParse(text).success).toBe(text === '');
});

test.each([
  'The funds come from a mixer.',
  'Named in a police request',
  'Der Kunde wurde überprüft.',
  'Клиент уже был проверен.',
  'تم التحقق من هوية العميل',
  '资金来自混币器，客户无法解释。',
  '顧客の身元を確認しました。',
  '고객의 신원을 확인했습니다.',
  'ตรวจสอบตัวตนของลูกค้าแล้ว',
  `${'The customer sent a contract. '.repeat(500)}`,
])('accepts %j as a reason', (text) => {
  expect(isSentence(text)).toBe(true);
  expect(reasonText(50_000).safeParse(text).success).toBe(true);
});

test('says what is missing, and what is too much', () => {
  const [short, long] = ['.', `${'word of a sentence '.repeat(20)}`].map((text) =>
    reasonText(100).safeParse(text),
  );
  expect(short?.error?.issues[0]?.message).toBe('Write a sentence of at least three words and 15 letters.');
  expect(long?.error?.issues[0]?.message).toBe('Use at most 100 characters.');
});
