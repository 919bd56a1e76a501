import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardResponseBody } from './guard-response-body.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a guarded body of these chunks and records its events. */
function open(chunks: readonly Uint8Array[], options: { closed?: AbortSignal } = {}) {
  const remaining = [...chunks];
  const events: string[] = [];
  const source = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const next = remaining.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
      cancel: () => void events.push('cancelled'),
    },
    { highWaterMark: 0 },
  );
  const body = guardResponseBody(source, {
    mayContinue: async () => true,
    ending: options.closed === undefined ? 'break' : 'close',
    closeConnection: () => events.push('connection closed') > 0,
    stallMs: 30_000,
    onEnd: (cause) => void events.push(cause),
    finalChunk: new TextEncoder().encode('id: poll\n\n'),
    ...options,
  });
  return { reader: body.getReader(), events };
}

const bytes = (length: number) => new Uint8Array(length).fill(7);

test('ends a download whose reader reads nothing for 30 seconds, and frees its slot', async () => {
  const { reader, events } = open([bytes(10), bytes(10)]);
  await reader.read();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual(['stalled', 'cancelled', 'connection closed']);
});

test('ends an answer that is never read', async () => {
  const { events } = open([bytes(10)]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(events).toContain('stalled');
});

test('does not end a slow reader that makes progress within a large chunk', async () => {
  const { reader, events } = open([bytes(150_000)]);
  const sizes: number[] = [];
  for (let done = false; !done; ) {
    const part = await reader.read();
    done = part.done;
    sizes.push(part.value?.byteLength ?? 0);
    if (!done) await vi.advanceTimersByTimeAsync(29_000);
  }
  expect(sizes).toEqual([65_536, 65_536, 18_928, 0]);
  expect(events).toEqual(['complete']);
});

test('does not end a body that is waiting for its source', async () => {
  const events: string[] = [];
  const body = guardResponseBody(new ReadableStream<Uint8Array>(), {
    mayContinue: async () => true,
    ending: 'close',
    closeConnection: () => false,
    stallMs: 30_000,
    onEnd: (cause) => void events.push(cause),
  });
  void body.getReader().read();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(events).toEqual([]);
});

test('frees its slot once when the reader cancels, and when the source fails', async () => {
  const remaining = open([bytes(1), bytes(1)]);
  await remaining.reader.read();
  await remaining.reader.cancel();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(remaining.events).toEqual(['complete', 'cancelled']);

  const failed: string[] = [];
  const source = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('broken')) });
  const body = guardResponseBody(source, {
    mayContinue: async () => true,
    ending: 'break',
    closeConnection: () => false,
    stallMs: 30_000,
    onEnd: (cause) => void failed.push(cause),
  });
  await expect(body.getReader().read()).rejects.toThrow('broken');
  expect(failed).toEqual(['complete']);
});

test('sends the final chunk of a stream that a newer one closes', async () => {
  const close = new AbortController();
  const { reader, events } = open([bytes(1)], { closed: close.signal });
  await reader.read();
  close.abort();
  const last = await reader.read();
  expect(new TextDecoder().decode(last.value)).toBe('id: poll\n\n');
  expect((await reader.read()).done).toBe(true);
  expect(events).toEqual(['complete', 'cancelled']);
});
