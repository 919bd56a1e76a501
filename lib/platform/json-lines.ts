import 'server-only';
import { logger } from './log.ts';

/** Streams a response of JSON lines. Stops reading when the client leaves. */
export function createJsonLinesResponse(source: AsyncGenerator<unknown>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      } catch (error) {
        // A broken stream can't report its error to the browser.
        logger().error({ error }, 'response stream failed');
        controller.error(new Error('response stream failed'));
      }
    },
    async cancel() {
      await source.return(undefined);
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
}
