import { afterEach, expect, test, vi } from 'vitest';
import { streamTotals } from './totals-request.ts';

afterEach(() => vi.unstubAllGlobals());

const line = (rows: number, done: boolean) => `${JSON.stringify({ rows, done, fields: [] })}\n`;

/** Stubs a response that arrives in these pieces and then ends or breaks. */
function stubResponse(pieces: readonly string[], end: 'ends' | 'breaks') {
  const encoder = new TextEncoder();
  const remaining = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = remaining.shift();
      if (next !== undefined) controller.enqueue(encoder.encode(next));
      else if (end === 'ends') controller.close();
      else controller.error(new TypeError('network error'));
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
}

/** Returns the reported row counts and the error. */
async function readProgress() {
  const rows: number[] = [];
  try {
    for await (const progress of streamTotals('', new AbortController().signal)) rows.push(progress.rows);
    return { rows };
  } catch (error) {
    return { rows, failed: error instanceof Error ? error.message : error };
  }
}

const lost = 'The connection was lost before the totals were complete. Calculate them again.';

test('returns the progress however the lines are split and ends with the last', async () => {
  stubResponse([line(1, false) + line(2, false).slice(0, 9), line(2, false).slice(9), line(3, true)], 'ends');
  expect(await readProgress()).toEqual({ rows: [1, 2, 3] });
});

test('reports a lost connection before and during the response', async () => {
  stubResponse([line(1, false)], 'breaks');
  expect(await readProgress()).toEqual({ rows: [1], failed: lost });
  stubResponse([line(1, false)], 'ends');
  expect(await readProgress()).toEqual({ rows: [1], failed: lost });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await readProgress()).toEqual({ rows: [], failed: lost });
});

test('reports the message of a refusal', async () => {
  const refusal = { ok: false, code: 'forbidden', message: 'Not for you.', fieldErrors: {}, requestId: 'r' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 403 })));
  expect(await readProgress()).toEqual({ rows: [], failed: 'Not for you.' });
});
