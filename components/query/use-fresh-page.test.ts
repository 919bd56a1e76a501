import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkServerBuild, readVersionState, setPageBuild } from './page-version.ts';
import { useFreshPage } from './use-fresh-page.ts';

type Effect = () => (() => void) | undefined;

/** The state of the hook in a page that is rendered several times. */
const page = vi.hoisted(() => {
  const empty: { ref: unknown; inputs: readonly unknown[]; end: (() => void) | undefined } = {
    ref: undefined,
    inputs: [],
    end: undefined,
  };
  return { refresh: vi.fn(), ...empty };
});
vi.mock('./use-unattended-refresh.ts', () => ({ useUnattendedRefresh: () => page.refresh }));
vi.mock('react', () => ({
  useRef: (initial: unknown) => {
    page.ref ??= { current: initial };
    return page.ref;
  },
  useEffect: (effect: Effect, inputs: readonly unknown[]) => {
    if (inputs.length === page.inputs.length && inputs.every((input, at) => input === page.inputs[at]))
      return;
    page.end?.();
    page.inputs = inputs;
    page.end = effect();
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  page.refresh.mockReset();
  Object.assign(page, { ref: undefined, inputs: [], end: undefined });
});
afterEach(() => {
  page.end?.();
  vi.useRealTimers();
});

const render = (hash: string, renderedHash: string, restMs?: number) =>
  useFreshPage(hash, renderedHash, restMs);

test('requests a hash at once, and no more once the server has rendered it', () => {
  render('one', 'one');
  render('two', 'one');
  expect(page.refresh).toHaveBeenCalledTimes(1);
  render('two', 'two');
  vi.advanceTimersByTime(600_000);
  expect(page.refresh).toHaveBeenCalledTimes(1);
});

test('repeats the request while the server, whose clock is behind, renders the earlier hash', () => {
  render('one', 'one');
  render('one turned', 'one');
  vi.advanceTimersByTime(1_999);
  expect(page.refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  render('one turned', 'one');
  expect(page.refresh).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(6_000);
  expect(page.refresh).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(6_000_000);
  expect(page.refresh).toHaveBeenCalledTimes(6);
});

test('requests the same hash again after the earlier one has returned', () => {
  render('one', 'one');
  render('one turned', 'one');
  render('one', 'one');
  render('one turned', 'one');
  expect(page.refresh).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2_000);
  expect(page.refresh).toHaveBeenCalledTimes(3);
});

test('ends its repeats when the page closes', () => {
  render('one', 'one');
  render('two', 'one');
  page.end?.();
  vi.advanceTimersByTime(600_000);
  expect(page.refresh).toHaveBeenCalledTimes(1);
});

test('rests between requests for changes that may wait', () => {
  render('one', 'one', 60_000);
  render('two', 'one', 60_000);
  expect(page.refresh).toHaveBeenCalledTimes(1);
  render('two', 'two', 60_000);
  vi.advanceTimersByTime(10_000);
  render('three', 'two', 60_000);
  render('four', 'two', 60_000);
  render('five', 'two', 60_000);
  vi.advanceTimersByTime(49_999);
  expect(page.refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(page.refresh).toHaveBeenCalledTimes(2);
  render('five', 'five', 60_000);
  vi.advanceTimersByTime(600_000);
  expect(page.refresh).toHaveBeenCalledTimes(2);
});

test('requests an urgent change at once, also during a rest', () => {
  render('one', 'one', 60_000);
  render('two', 'one', 60_000);
  render('two', 'two', 60_000);
  render('three', 'two', 60_000);
  render('four', 'two', 0);
  expect(page.refresh).toHaveBeenCalledTimes(2);
  render('four', 'four', 60_000);
  vi.advanceTimersByTime(600_000);
  expect(page.refresh).toHaveBeenCalledTimes(2);
});

test('says that a page of another build shows older data, and doesn’t replace it', () => {
  setPageBuild('earlier');
  checkServerBuild('later');
  render('one', 'one');
  expect(readVersionState()).toBe('outdated');
  render('two', 'one');
  expect(readVersionState()).toBe('stale');
  expect(page.refresh).not.toHaveBeenCalled();
});
