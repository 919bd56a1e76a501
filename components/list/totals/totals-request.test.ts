import { afterEach, expect, test, vi } from 'vitest';
import { streamTotals } from './totals-request.ts';

afterEach(() => vi.unstubAllGlobals());

const line = (rows: number, done: boolean) => `${JSON.stringify({ rows, done, fields: [] })}\n`;

/** An answer that comes in these pieces, and then ends or breaks. */
function answering(pieces: readonly string[], end: 'ends' | 'breaks') {
  const encoder = new TextEncoder();
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(encoder.encode(next));
      else if (end === 'ends') controller.close();
      else controller.error(new TypeError('network error'));
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
}

/** How many rows it told of on the way, and what it failed with. */
async function heard() {
  const rows: number[] = [];
  try {
    for await (const progress of streamTotals('', new AbortController().signal)) rows.push(progress.rows);
    return { rows };
  } catch (error) {
    return { rows, failed: error instanceof Error ? error.message : error };
  }
}

const lost = 'The connection was lost before all were added up.';

test('tells how far it is, however the lines come, and is over with the last', async () => {
  answering([line(1, false) + line(2, false).slice(0, 9), line(2, false).slice(9), line(3, true)], 'ends');
  expect(await heard()).toEqual({ rows: [1, 2, 3] });
});

test('says in words of its own that the connection was lost, before it or on the way', async () => {
  answering([line(1, false)], 'breaks');
  expect(await heard()).toEqual({ rows: [1], failed: lost });
  answering([line(1, false)], 'ends');
  expect(await heard()).toEqual({ rows: [1], failed: lost });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await heard()).toEqual({ rows: [], failed: lost });
});

test('says what a refusal says', async () => {
  const refused = { ok: false, code: 'forbidden', message: 'Not for you.', fieldErrors: {}, requestId: 'r' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refused, { status: 403 })));
  expect(await heard()).toEqual({ rows: [], failed: 'Not for you.' });
});
