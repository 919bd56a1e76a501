import { beforeEach, expect, test, vi } from 'vitest';
import { useUnattendedRefresh } from './use-unattended-refresh.ts';

/** One tab of the browser, in which the hook runs. */
type Tab = {
  isRefreshing: boolean;
  readonly marks: { current: (() => void)[] };
  /** Ends the effect of the last render. */
  end: (() => void) | undefined;
};

const browser = vi.hoisted(() => {
  const created: { tab: Tab | null } = { tab: null };
  return { ...created, refresh: vi.fn(), cookies: new Map<string, string>() };
});
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: browser.refresh }) }));
vi.mock('react', () => ({
  useCallback: (run: () => void) => run,
  useRef: () => browser.tab?.marks,
  useTransition: () => [browser.tab?.isRefreshing, (act: () => void) => act()],
  useEffect: (effect: () => (() => void) | undefined) => {
    browser.tab?.end?.();
    if (browser.tab) browser.tab.end = effect();
  },
}));

beforeEach(() => {
  browser.cookies.clear();
  browser.refresh.mockReset();
  vi.stubGlobal('document', {
    set cookie(text: string) {
      const [, name = '', page = '', seconds = ''] =
        /^([^=]+)=([^;]*); Path=\/; Max-Age=(\d+); SameSite=strict$/.exec(text) ?? [];
      const key = `${name} ${decodeURIComponent(page)}`;
      if (seconds === '0') browser.cookies.delete(key);
      else browser.cookies.set(key, seconds);
    },
  });
});

const openTab = (): Tab => ({ isRefreshing: false, marks: { current: [] }, end: undefined });

function showTab(tab: Tab, isRefreshing: boolean, pathname: string): void {
  browser.tab = tab;
  tab.isRefreshing = isRefreshing;
  vi.stubGlobal('location', { pathname, protocol: 'http:' });
}
const useTab = () => useUnattendedRefresh();

const renderTab = (...state: Parameters<typeof showTab>) => {
  showTab(...state);
  return useTab();
};

const listMarkedPaths = () => [...browser.cookies.keys()].map((key) => key.split(' ')[1]);

test('marks requests of its own page only, for 20 seconds or until the refresh ends', () => {
  const tab = openTab();
  renderTab(tab, false, '/b/payments/1')();
  expect(browser.refresh).toHaveBeenCalledTimes(1);
  expect([...browser.cookies]).toEqual([
    [expect.stringMatching(/^live-refresh-\w+ \/b\/payments\/1$/), '20'],
  ]);
  renderTab(tab, true, '/b/payments/1');
  expect(browser.cookies.size).toBe(1);
  renderTab(tab, false, '/b/payments/1');
  expect(browser.cookies.size).toBe(0);
});

test('keeps the mark of a refresh of another tab, also of the same page', () => {
  const [one, other] = [openTab(), openTab()];
  renderTab(one, false, '/b/payments/1')();
  renderTab(one, true, '/b/payments/1');
  renderTab(other, false, '/b/payments/1')();
  expect(browser.cookies.size).toBe(2);
  renderTab(one, false, '/b/payments/1');
  expect(listMarkedPaths()).toEqual(['/b/payments/1']);
  renderTab(other, true, '/b/payments/1');
  renderTab(other, false, '/b/payments/1');
  expect(browser.cookies.size).toBe(0);
});
