import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { CheckAgain } from './check-again.tsx';

const refresh = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }));
// Without a browser no effect runs, so the test runs them itself.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (effect: () => void) => effect(),
  useTransition: () => [false, (act: () => void) => act()],
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('refreshes a visible page every 30 seconds without using the session', () => {
  vi.useFakeTimers();
  const page = { cookie: '', visibilityState: 'visible' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { pathname: '/b/status' });
  const cookies: string[] = [];
  refresh.mockImplementation(() => cookies.push(page.cookie));
  renderToStaticMarkup(<CheckAgain />);
  vi.advanceTimersByTime(30_000);
  page.visibilityState = 'hidden';
  vi.advanceTimersByTime(30_000);
  expect(cookies).toEqual([expect.stringMatching(/^live-refresh-\w+=%2Fb%2Fstatus; Path=\/;/)]);
});
