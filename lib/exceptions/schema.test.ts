import { expect, test } from 'vitest';
import { workExceptionForm, workSelectedForm } from './schema.ts';

const form = {
  businessId: 'b',
  kind: 'payment',
  subjectId: 's',
  version: 0,
  ownerId: null,
  note: '',
  states: [],
};
const parse = (changes: Readonly<Record<string, unknown>>) =>
  workExceptionForm.safeParse({ ...form, ...changes }).error?.issues.map(({ message }) => message);

test('asks why an exception is resolved', () => {
  expect(parse({ resolved: true, reason: null })).toEqual(['Choose a resolution reason.']);
  expect(parse({ resolved: true, reason: 'accepted' })).toBeUndefined();
  expect(parse({ resolved: false, reason: null })).toBeUndefined();
});

test('asks why selected exceptions are resolved', () => {
  const parseSelected = (act: Readonly<Record<string, unknown>>) =>
    workSelectedForm.safeParse({ businessId: 'b', address: '', filtered: null, act }).success;
  expect(parseSelected({ kind: 'resolve', note: '', shown: null })).toBe(false);
  expect(parseSelected({ kind: 'resolve', note: '', reason: 'other', shown: null })).toBe(true);
  expect(parseSelected({ kind: 'reopen' })).toBe(true);
});
