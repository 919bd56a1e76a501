import { expect, test } from 'vitest';
import { maximumBodyBytes, readBody } from './read-body.ts';

const chunked = (chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test('joins chunks unchanged', async () => {
  const chunks = Array.from({ length: 700 }, (_, index) => new Uint8Array([index % 256]));
  expect(await readBody(chunked(chunks))).toEqual({
    kind: 'whole',
    bytes: new Uint8Array(chunks.map(([byte]) => byte ?? 0)),
  });
  expect(await readBody(null)).toEqual({ kind: 'whole', bytes: new Uint8Array() });
});

test('reads 64 KiB, not one byte more, and stops reading an endless body', async () => {
  expect(await readBody(chunked([new Uint8Array(maximumBodyBytes)]))).toMatchObject({ kind: 'whole' });
  let pulled = 0;
  let wasLeft = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
    cancel() {
      wasLeft = true;
    },
  });
  const body = await readBody(endless);
  expect(body.kind === 'too-large' && body.bytes.byteLength).toBe(maximumBodyBytes);
  expect(pulled).toBeLessThan(70);
  expect(wasLeft).toBe(true);
});

test('reports a body that does not end and one that breaks', async () => {
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1)),
  });
  expect(await readBody(silent, 30)).toEqual({ kind: 'broken' });
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('reset')),
  });
  expect(await readBody(broken)).toEqual({ kind: 'broken' });
});
