import { withFields } from '#components/query/outline.ts';
import { toFailure } from '#components/query/request-json.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';

const hasItsFields = withFields('rows', 'done', 'fields');
const isProgress = (value: unknown): value is TotalsProgress => hasItsFields(value);

const lost = 'The connection was lost before all were added up.';

/**
 * How far the adding up is, line by line; the last is done. Throws an error whose message may be shown where the answer
 * is a refusal or breaks off.
 */
export async function* streamTotals(address: string, signal: AbortSignal): AsyncGenerator<TotalsProgress> {
  // What a browser says of a connection that was lost is written for nobody who adds up money.
  const unlessLost = <Told>(told: Promise<Told>): Promise<Told> =>
    told.catch(() => {
      throw new Error(lost);
    });
  const response = await unlessLost(fetch(address, { signal }));
  if (!response.ok || !response.body)
    throw new Error(toFailure(response, await response.json().catch(() => null)).message);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await unlessLost(reader.read());
    if (done) throw new Error(lost);
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const told: unknown = JSON.parse(line);
      if (!isProgress(told)) continue;
      yield told;
      if (told.done) return;
    }
  }
}
