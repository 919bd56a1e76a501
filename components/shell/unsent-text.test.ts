import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardText, readStoredText, storeText, toUnsentFields } from './unsent-text.ts';

const field = (change: Partial<Parameters<typeof toUnsentFields>[0][number]> = {}) => ({
  type: 'text',
  value: 'typed',
  autocomplete: '',
  isConnected: true,
  labels: [{ textContent: ' Note ' }],
  getAttribute: () => null,
  closest: () => null,
  ...change,
});

test('keeps text with its label, and equal text once', () => {
  const unlabelled = field({ type: 'textarea', labels: [], getAttribute: () => 'Reason' });
  expect(toUnsentFields([field(), field(), unlabelled])).toEqual([
    { label: 'Note', text: 'typed' },
    { label: 'Reason', text: 'typed' },
  ]);
});

test('keeps the choice of a select as it is shown, also without a value', () => {
  const select = (value: string, textContent: string, label: string) =>
    field({
      type: 'select-one',
      value,
      labels: [{ textContent: label }],
      selectedOptions: [{ textContent }],
    });
  expect(
    toUnsentFields([select('amount', 'Amount', 'Column 2'), select('', 'Not used', 'Column 3')]),
  ).toEqual([
    { label: 'Column 2', text: 'Amount' },
    { label: 'Column 3', text: 'Not used' },
  ]);
});

test.each([
  ['passwords', { type: 'password' }],
  ['one-time codes', { autocomplete: 'one-time-code' }],
  ['searches', { type: 'search' }],
  ['empty fields', { value: '' }],
  ['fields of closed forms', { isConnected: false }],
  ['fields of forms that keep their own input', { closest: () => ({}) }],
])('does not keep %s', (_name, change) => {
  expect(toUnsentFields([field(change)])).toEqual([]);
});

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('stores text for one person and page, until it is discarded', () => {
  const owner = { path: '/b/payments', email: 'finance@example.com' };
  storeText(owner, [{ label: 'Note', text: 'typed' }]);
  storeText(owner, []);
  expect(readStoredText(owner)).toBe('[{"label":"Note","text":"typed"}]');
  expect(readStoredText({ ...owner, email: 'owner@example.com' })).toBeNull();
  expect(readStoredText({ ...owner, path: '/b/deposits' })).toBeNull();
  discardText(owner);
  expect(readStoredText(owner)).toBeNull();
});

test('works without storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const owner = { path: '/', email: '' };
  expect(() => storeText(owner, [{ label: '', text: 'typed' }])).not.toThrow();
  expect(() => discardText(owner)).not.toThrow();
  expect(readStoredText(owner)).toBeNull();
});
