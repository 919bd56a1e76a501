import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followChanges } from './use-live-updates.ts';

/** Opened streams. */
let streams: Stream[] = [];
class Stream extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  /** The server answers with a stream, or refuses one. */
  answer(state: 'open' | 'error') {
    this.readyState = state === 'open' ? Stream.OPEN : Stream.CLOSED;
    this.dispatchEvent(new Event(state));
  }
}

class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible';
  turn(to: 'visible' | 'hidden') {
    this.visibilityState = to;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page = new Page();
let queries = new QueryClient();
const key = ['b', 'one', 'payments', 'list'];

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  page = new Page();
  queries = new QueryClient();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', page);
});
afterEach(() => {
  queries.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = () => streams.filter(({ readyState }) => readyState !== Stream.CLOSED);
const isBehind = () => queries.getQueryState(key)?.isInvalidated;

test('opens no stream in a hidden tab', async () => {
  page.visibilityState = 'hidden';
  const end = followChanges(queries, 'one');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(open()).toEqual([]);
  page.turn('visible');
  expect(open()).toHaveLength(1);
  streams.at(-1)?.answer('open');
  page.turn('hidden');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(open()).toEqual([]);
  end();
});

test.each(['open', 'error'] as const)('refreshes when the tab becomes visible: %s', async (answer) => {
  const end = followChanges(queries, 'one');
  streams.at(-1)?.answer(answer);
  page.turn('hidden');
  queries.setQueryData(key, 0);
  expect(isBehind()).toBe(false);
  page.turn('visible');
  streams.at(-1)?.answer(answer);
  expect(isBehind()).toBe(true);
  end();
  expect(open()).toEqual([]);
});

test('refreshes everything after missed events', () => {
  const end = followChanges(queries, 'one');
  streams.at(-1)?.answer('open');
  queries.setQueryData(key, 0);
  streams.at(-1)?.dispatchEvent(new Event('missed'));
  expect(isBehind()).toBe(true);
  end();
});

test('leaves the changes since the page was rendered to the stream, and reads everything again later', () => {
  const end = followChanges(queries, 'one', 1_700_000_000_000);
  queries.setQueryData(key, 0);
  expect(streams.at(-1)?.url).toBe('/api/businesses/one/live?since=1700000000000');
  streams.at(-1)?.answer('open');
  expect(isBehind()).toBe(false);
  page.turn('hidden');
  page.turn('visible');
  expect(streams.at(-1)?.url).toBe('/api/businesses/one/live');
  streams.at(-1)?.answer('open');
  expect(isBehind()).toBe(true);
  end();
});
