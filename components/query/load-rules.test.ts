import { expect, test, vi } from 'vitest';
import { loadRules } from './load-rules.ts';
import { checkServerBuild, readVersionState, setPageBuild } from './page-version.ts';

const bad = vi.hoisted(() => vi.fn());
vi.mock('#components/ui/toast.tsx', () => ({ toast: { bad } }));

const messages = { failed: 'Not saved' };
const fail = () => Promise.reject(new Error('no such file'));

test('returns the rules of a form', async () => {
  expect(await loadRules(async () => 'rules', messages)).toBe('rules');
  expect(bad).not.toHaveBeenCalled();
});

test('says why the rules could not be loaded', async () => {
  expect(await loadRules(fail, messages)).toBeNull();
  expect(bad).toHaveBeenLastCalledWith('Not saved', { detail: 'The connection was lost. Try again.' });
  expect(readVersionState()).toBe('current');

  setPageBuild('one');
  checkServerBuild('another');
  expect(await loadRules(fail, messages)).toBeNull();
  expect(bad).toHaveBeenLastCalledWith('Not saved', {
    detail: 'A new version is available. Nothing was sent. Reload the page.',
  });
  expect(readVersionState()).toBe('refused');
});
