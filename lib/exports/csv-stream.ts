import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toCsvText } from './csv-text.ts';

/** A CSV file that is streamed while it is written. */
export type CsvExport = { readonly fileName: string; readonly body: ReadableStream<Uint8Array> };

type Rows = readonly (readonly string[])[];

/**
 * Streams RFC 4180 text in UTF-8 without a byte order mark. Rows are read only when the previous ones were taken, and
 * no longer after a cancel. Errors are logged, because a broken stream can't report its reason.
 */
export function createCsvStream(
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
        controller.enqueue(encoder.encode(toCsvText([names])));
        return;
      }
      try {
        let next = await batches.next();
        while (!next.done && next.value.length === 0) next = await batches.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(toCsvText(next.value)));
      } catch (error) {
        context.log.error({ error }, 'an export stream failed');
        throw error;
      }
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
}
