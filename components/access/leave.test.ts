import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const assign = vi.fn();
/** Each module instance is a tab: they share the browser's channel and nothing else. */
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

test('refused reads lead to the sign-in page and back, once however many there are', async () => {
  const tab = await openTab();
  for (let n = 0; n < 5; n += 1) tab.leaveExpired();
  expect(assign.mock.calls).toEqual([[expired]]);
  // The person stopped that navigation.
  vi.advanceTimersByTime(10_000);
  tab.leaveExpired();
  expect(assign).toHaveBeenCalledTimes(2);
});

test('a sign-out decides, whatever is refused before, during and after it', async () => {
  const tab = await openTab();
  const answer = Promise.withResolvers<boolean>();
  const signedOut = tab.leaveSignedOut(() => answer.promise);
  tab.leaveExpired();
  answer.resolve(true);
  expect(await signedOut).toBe(true);
  tab.leaveExpired();
  expect(assign.mock.calls).toEqual([['/sign-in']]);
});

test('a sign-out that fails leaves the tab where it is, and refused reads decide again', async () => {
  const tab = await openTab();
  for (const endSession of [async () => false, () => Promise.reject(new TypeError('offline'))])
    expect(await tab.leaveSignedOut(endSession)).toBe(false);
  expect(assign).not.toHaveBeenCalled();
  tab.leaveExpired();
  expect(assign.mock.calls).toEqual([[expired]]);
});

test('another tab waits for the sign-out and then leaves without a way back', async () => {
  const [other, tab] = [await openTab(), await openTab()];
  const stop = other.followSignOut();
  const answer = Promise.withResolvers<boolean>();
  const heard = new BroadcastChannel('countinghouse-session');
  const begun = new Promise((resolve) => {
    heard.onmessage = resolve;
  });
  const signedOut = tab.leaveSignedOut(() => answer.promise);
  await begun;
  other.leaveExpired();
  expect(assign).not.toHaveBeenCalled();
  answer.resolve(true);
  await signedOut;
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  expect(assign.mock.calls).toEqual([['/sign-in'], ['/sign-in']]);
  heard.close();
  stop();
});
