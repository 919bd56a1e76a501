import { expect, test } from 'vitest';
import { defaultAssumptions } from '#lib/values/assumptions/assumptions.ts';
import { readServiceMessage, toPlainLine } from './service-message.ts';

const words = (text: string, fields = defaultAssumptions.SERVICE_ERROR_FIELDS) =>
  readServiceMessage(new TextEncoder().encode(text), fields);

test.each([
  ['{"message":"displayAmount is too small"}', 'displayAmount is too small'],
  [
    '{"error":"invalid","errors":[{"field":"locale","message":"not supported"}]}',
    'invalid · locale: not supported',
  ],
  ['{"error":{"code":"E12","message":"No scope"}}', 'No scope'],
  ['{"errors":["one","two"]}', 'one · two'],
  ['{"code":4012}', '4012'],
  ['"only text"', 'only text'],
  ['Bad Gateway', 'Bad Gateway'],
])('returns the message of %s as %s', (body, message) => {
  expect(words(body)).toBe(message);
});

test.each([
  ['<!doctype html><h1>502</h1>'],
  [''],
  ['{}'],
  ['[]'],
  ['null'],
  ['{"message":""}'],
  ['{"message":{"message":{"message":{"message":{"message":"deep"}}}}}'],
])('returns null for %s', (body) => {
  expect(words(body)).toBeNull();
});

test('returns null for bytes that aren’t text', () => {
  expect(readServiceMessage(new Uint8Array([0xff, 0xfe, 0x00, 0x80]), ['message'])).toBeNull();
});

test('keeps markup as text, removes invisible characters and limits the length', () => {
  expect(words('{"message":"<img src=x onerror=alert(1)>"}')).toBe('<img src=x onerror=alert(1)>');
  expect(toPlainLine('a\u202eb\u0000c\nd\ud800')).toBe('a b c d\ufffd');
  expect(toPlainLine('x'.repeat(10_000))).toHaveLength(501);
});
