import 'server-only';
import { logger } from './log.ts';

/** An answer of JSON lines, each written when it is there. Once nobody listens, no more are asked for. */
export function jsonLines(source: AsyncGenerator<unknown>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      } catch (error) {
        // A stream that breaks can't tell why to the browser any more.
        logger().error({ error }, 'an answer broke off');
        controller.error(new Error('broken off'));
      }
    },
    async cancel() {
      await source.return(undefined);
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
}
