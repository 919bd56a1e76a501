import { expect, test } from 'vitest';
import { usualAssumptions } from '#lib/values/assumptions/assumptions.ts';
import { plainLine, serviceWords } from './words.ts';

const words = (text: string, fields = usualAssumptions.SERVICE_ERROR_FIELDS) =>
  serviceWords(new TextEncoder().encode(text), fields);

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
])('%s says %s', (body, said) => {
  expect(words(body)).toBe(said);
});

test.each([
  ['<!doctype html><h1>502</h1>'],
  [''],
  ['{}'],
  ['[]'],
  ['null'],
  ['{"message":""}'],
  ['{"message":{"message":{"message":{"message":{"message":"deep"}}}}}'],
])('%s says nothing', (body) => {
  expect(words(body)).toBeNull();
});

test('bytes that are no text say nothing', () => {
  expect(serviceWords(new Uint8Array([0xff, 0xfe, 0x00, 0x80]), ['message'])).toBeNull();
});

test('markup stays text; invisible and turning characters go; length is bounded', () => {
  expect(words('{"message":"<img src=x onerror=alert(1)>"}')).toBe('<img src=x onerror=alert(1)>');
  expect(plainLine('a\u202eb\u0000c\nd\ud800')).toBe('a b c d\ufffd');
  expect(plainLine('x'.repeat(10_000))).toHaveLength(501);
});
