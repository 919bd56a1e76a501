import { withFields } from '#components/query/check-fields.ts';
import { toFailure } from '#components/query/request-json.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';
import { tListTotals } from '#lib/messages/list.ts';

const hasItsFields = withFields('rows', 'done', 'fields');
const isProgress = (value: unknown): value is TotalsProgress => hasItsFields(value);

/**
 * Yields the progress of a calculation line by line. The last line is done.
 *
 * @throws {Error} with a message for the person when the server refuses or the response breaks off.
 */
export async function* streamTotals(address: string, signal: AbortSignal): AsyncGenerator<TotalsProgress> {
  // The browser's own message for a lost connection is technical, so it is replaced.
  const replaceError = <Value>(result: Promise<Value>): Promise<Value> =>
    result.catch(() => {
      throw new Error(tListTotals('connectionLost'));
    });
  const response = await replaceError(fetch(address, { signal }));
  if (!response.ok || !response.body)
    throw new Error(toFailure(response, await response.json().catch(() => null)).message);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await replaceError(reader.read());
    if (done) throw new Error(tListTotals('connectionLost'));
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const progress: unknown = JSON.parse(line);
      if (!isProgress(progress)) continue;
      yield progress;
      if (progress.done) return;
    }
  }
}
