import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { csvText } from './csv-text.ts';

/** A CSV file that is still being written. */
export type CsvExport = { readonly fileName: string; readonly body: ReadableStream<Uint8Array> };

type Rows = readonly (readonly string[])[];

/**
 * RFC 4180 in UTF-8, without a byte order mark. The next rows are read only when those before them have left, and no
 * more of them once nobody listens. A stream that breaks can't tell why to the browser any more, so it is logged.
 */
export function csvStream(
  context: Context<PersonActor>,
  names: readonly string[],
  batches: AsyncGenerator<Rows>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let hasBegun = false;
  return new ReadableStream({
    async pull(controller) {
      if (!hasBegun) {
        hasBegun = true;
        controller.enqueue(encoder.encode(csvText([names])));
        return;
      }
      try {
        let next = await batches.next();
        while (!next.done && next.value.length === 0) next = await batches.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(csvText(next.value)));
      } catch (error) {
        context.log.error({ error }, 'an export broke off');
        throw error;
      }
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
}
