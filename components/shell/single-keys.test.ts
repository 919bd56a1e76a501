import { afterEach, expect, test, vi } from 'vitest';
import { isSingleKey } from './shortcuts.ts';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

afterEach(() => vi.unstubAllGlobals());

test('remembers in the browser that single-key shortcuts are off', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
  expect(areSingleKeysOn()).toBe(true);
  setSingleKeys(false);
  expect(areSingleKeysOn()).toBe(false);
  setSingleKeys(true);
  expect(areSingleKeysOn()).toBe(true);
});

test('uses single-key shortcuts where the browser stores nothing', () => {
  vi.stubGlobal('window', {});
  setSingleKeys(false);
  expect(areSingleKeysOn()).toBe(true);
});

test('switches off letters and signs, but not Escape and Enter', () => {
  expect(['j', '?', '/', 'Escape', 'Enter'].map(isSingleKey)).toEqual([true, true, true, false, false]);
});
