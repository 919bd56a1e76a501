import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const assign = vi.fn();
/** Loads the module as a separate tab. Tabs share only the broadcast channel. */
async function openTab() {
  vi.resetModules();
  return import('./leave.ts');
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(60_000);
  vi.stubGlobal('window', { location: { pathname: '/b/payments', search: '?q=a', assign } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const expired = '/sign-in?callbackUrl=%2Fb%2Fpayments%3Fq%3Da';

test('opens the sign-in page once for several refused reads', async () => {
  const tab = await openTab();
  for (let n = 0; n < 5; n += 1) tab.redirectToSignIn();
  expect(assign.mock.calls).toEqual([[expired]]);
  // The person stopped that navigation.
  vi.advanceTimersByTime(10_000);
  tab.redirectToSignIn();
  expect(assign).toHaveBeenCalledTimes(2);
});

test('ignores refused reads during a sign-out', async () => {
  const tab = await openTab();
  const answer = Promise.withResolvers<boolean>();
  const signedOut = tab.endSessionAndRedirect(() => answer.promise);
  tab.redirectToSignIn();
  answer.resolve(true);
  expect(await signedOut).toBe(true);
  tab.redirectToSignIn();
  expect(assign.mock.calls).toEqual([['/sign-in']]);
});

test('ignores refused reads as long as the tab waits for its own sign-out', async () => {
  const tab = await openTab();
  const stop = tab.followSignOut();
  const answer = Promise.withResolvers<boolean>();
  const listener = new BroadcastChannel('countinghouse-session');
  const heard = new Promise((resolve) => {
    listener.onmessage = resolve;
  });
  const signedOut = tab.endSessionAndRedirect(() => answer.promise);
  await heard;
  vi.advanceTimersByTime(30_000);
  tab.redirectToSignIn();
  expect(assign).not.toHaveBeenCalled();
  answer.resolve(true);
  await signedOut;
  expect(assign.mock.calls).toEqual([['/sign-in']]);
  listener.close();
  stop();
});

test('leaves with another tab that has signed out during its own sign-out', async () => {
  const [tab, other] = [await openTab(), await openTab()];
  const stop = tab.followSignOut();
  const answer = Promise.withResolvers<boolean>();
  const signedOut = tab.endSessionAndRedirect(() => answer.promise);
  await other.endSessionAndRedirect(async () => true);
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([['/sign-in'], ['/sign-in']]), {
    timeout: 60_000,
  });
  answer.resolve(false);
  expect(await signedOut).toBe(false);
  stop();
});

test('stays on the page when the sign-out fails', async () => {
  const tab = await openTab();
  for (const endSession of [async () => false, () => Promise.reject(new TypeError('offline'))])
    expect(await tab.endSessionAndRedirect(endSession)).toBe(false);
  expect(assign).not.toHaveBeenCalled();
  tab.redirectToSignIn();
  expect(assign.mock.calls).toEqual([[expired]]);
});

test('leaves other tabs after a sign-out, without a return address', async () => {
  const [other, tab] = [await openTab(), await openTab()];
  const stop = other.followSignOut();
  const answer = Promise.withResolvers<boolean>();
  const listener = new BroadcastChannel('countinghouse-session');
  const started = new Promise((resolve) => {
    listener.onmessage = resolve;
  });
  const signedOut = tab.endSessionAndRedirect(() => answer.promise);
  await started;
  other.redirectToSignIn();
  expect(assign).not.toHaveBeenCalled();
  answer.resolve(true);
  await signedOut;
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2), { timeout: 60_000 });
  expect(assign.mock.calls).toEqual([['/sign-in'], ['/sign-in']]);
  listener.close();
  stop();
});
