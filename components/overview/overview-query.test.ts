import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseOverviewQuery } from '#lib/reports/schema/overview-query.ts';
import { overviewQuery } from './overview-query.ts';

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
});
afterEach(() => vi.useRealTimers());

test('refreshes each minute while the page is visible', async () => {
  const fetchOverview = vi.fn(async () => Response.json({ overview: {}, recent: [] }));
  vi.stubGlobal('fetch', fetchOverview);
  focusManager.setFocused(true);
  const queries = new QueryClient();
  const observer = new QueryObserver(
    queries,
    overviewQuery(
      'one',
      parseOverviewQuery(() => null),
    ),
  );
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetchOverview).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(fetchOverview).toHaveBeenCalledTimes(4);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetchOverview).toHaveBeenCalledTimes(4);
  leave();
  queries.clear();
});
