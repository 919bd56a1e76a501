import { matchingIds } from '#components/list/filters/matching-ids.ts';
import { actionErrorMessage } from '#components/query/action-error-message.ts';
import { labelRecordsAction } from '#lib/annotations/actions.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumSelectedToLabel, mostAtOnce } from '#lib/annotations/model.ts';

/** One label on records, or off them. */
export type Labelling = {
  readonly businessId: string;
  readonly kind: RecordKind;
  readonly name: string;
  readonly how: 'add' | 'remove';
};

/** What is known to be changed, and what to say where it ended too early; null where it did not. */
export type LabellingEnd = {
  readonly changed: readonly string[];
  readonly full: number;
  readonly problem: ReturnType<typeof actionErrorMessage> | null;
};

// A step whose answer was lost may be done.
const words = { failed: 'Nothing was labelled', partly: 'It is not known how many were labelled' };
const wordsOfUndo = { failed: 'Nothing was taken back', partly: 'It is not known how many were taken back' };
const idOf: Readonly<Record<RecordKind, string>> = {
  payment: 'paymentId',
  deposit: 'depositId',
  withdrawal: 'withdrawalId',
};

/** Changes these records a step at a time, and tells how many are behind. What is done stays done. */
export async function labelThese(
  labelling: Labelling,
  ids: readonly string[],
  { tell, stop }: { tell: (done: number) => void; stop: AbortSignal },
  said = words,
): Promise<LabellingEnd> {
  const changed: string[] = [];
  let full = 0;
  for (let from = 0; from < ids.length && !stop.aborted; from += mostAtOnce) {
    const recordIds = ids.slice(from, from + mostAtOnce);
    const result = await labelRecordsAction({ ...labelling, recordIds }).catch(() => null);
    if (!result?.ok) return { changed, full, problem: actionErrorMessage(result, said) };
    changed.push(...result.data.changed);
    full += result.data.full;
    tell(from + recordIds.length);
  }
  return { changed, full, problem: null };
}

/**
 * The records that are picked at this moment: those that `asked`, an address of the list, names or else finds. Null where
 * they are more than can be labelled.
 */
export async function toSelectedRecords(
  kind: RecordKind,
  { api, asked }: { api: string; asked: string },
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const only = new URLSearchParams(asked).get('only');
  if (only !== null) return only.split(',');
  const named = (row: Readonly<Record<string, unknown>>) => String(row[idOf[kind]]);
  return matchingIds({ api, asked, idOf: named, most: maximumSelectedToLabel }, signal);
}

/** Takes back what was done to just these records. */
export const takeBack = (labelling: Labelling, ids: readonly string[]): Promise<LabellingEnd> =>
  labelThese(
    { ...labelling, how: labelling.how === 'add' ? 'remove' : 'add' },
    ids,
    { tell: () => undefined, stop: new AbortController().signal },
    wordsOfUndo,
  );

/** What is said of an end: of what is known to be changed, else of what went wrong, for "0" may be wrong. */
export const labellingOutcomeMessage = ({ changed, problem }: LabellingEnd, said: string): string =>
  changed.length === 0 ? (problem?.title ?? said) : said;
