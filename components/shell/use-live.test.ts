import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from './use-live.ts';

/** Streams that were opened, as a browser has them. */
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

test('a tab that nobody looks at holds no stream, for a browser has six connections for all of its tabs', async () => {
  page.visibilityState = 'hidden';
  const end = follow(queries, 'one');
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

test.each(['open', 'error'] as const)('whoever looks again sees what is so now: %s', async (answer) => {
  const end = follow(queries, 'one');
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

test('what may have been missed, or is of a new day, is read again', () => {
  const end = follow(queries, 'one');
  streams.at(-1)?.answer('open');
  queries.setQueryData(key, 0);
  streams.at(-1)?.dispatchEvent(new Event('missed'));
  expect(isBehind()).toBe(true);
  end();
});
