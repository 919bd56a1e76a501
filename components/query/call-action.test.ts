import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class Unrecognized extends Error {}
vi.mock('next/navigation', () => ({
  unstable_isUnrecognizedActionError: (error: unknown) => error instanceof Unrecognized,
}));

const load = async () => ({
  ...(await import('./call-action.ts')),
  ...(await import('./page-version.ts')),
});

beforeEach(() => vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

test('says that nothing was sent when the server does not have the action', async () => {
  const { callAction, readVersionState, subscribeToVersion } = await load();
  const notified = vi.fn();
  subscribeToVersion(notified);
  const refused = () => callAction(() => Promise.reject(new Unrecognized('not found')));
  expect(await refused()).toMatchObject({
    ok: false,
    code: 'outdated',
    message: 'A new version is available. Nothing was sent. Reload the page.',
  });
  expect(readVersionState()).toBe('refused');
  // Each refusal stores the typed text again.
  await refused();
  expect(notified).toHaveBeenCalledTimes(2);
});

test('returns null for a lost connection, and the result otherwise', async () => {
  const { callAction, readVersionState } = await load();
  expect(await callAction(() => Promise.reject(new TypeError('Failed to fetch')))).toBeNull();
  expect(await callAction(async () => ({ ok: true, data: 1 }))).toEqual({ ok: true, data: 1 });
  expect(readVersionState()).toBe('current');
});

test('keeps the typed text of the tab when the session has ended', async () => {
  const { callAction } = await load();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const kept = vi.fn();
  page.addEventListener('countinghouse-keep-text', kept);
  const failure = { ok: false, message: '', fieldErrors: {}, requestId: '' } as const;
  await callAction(async () => ({ ...failure, code: 'conflict' }));
  expect(kept).not.toHaveBeenCalled();
  await callAction(async () => ({ ...failure, code: 'unauthenticated' }));
  expect(kept).toHaveBeenCalledTimes(1);
});

test('notices an answer of another build, once', async () => {
  const { checkServerBuild, readVersionState, setPageBuild, subscribeToVersion, recordRefusedAction } =
    await load();
  const notified = vi.fn();
  checkServerBuild('later');
  setPageBuild('earlier');
  const unsubscribe = subscribeToVersion(notified);
  checkServerBuild('earlier');
  checkServerBuild(null);
  expect([readVersionState(), notified.mock.calls.length]).toEqual(['current', 0]);
  checkServerBuild('later');
  checkServerBuild('later');
  expect([readVersionState(), notified.mock.calls.length]).toEqual(['outdated', 1]);
  recordRefusedAction();
  checkServerBuild('latest');
  expect([readVersionState(), notified.mock.calls.length]).toEqual(['refused', 2]);
  unsubscribe();
  recordRefusedAction();
  expect(notified).toHaveBeenCalledTimes(2);
});
