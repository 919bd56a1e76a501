import { fetchMatchingIds } from '#components/list/filters/matching-ids.ts';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { labelRecordsAction } from '#lib/annotations/actions.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { maximumRecordsAtOnce, maximumSelectedToLabel } from '#lib/annotations/model.ts';
import { tAnnotationOutcomes } from '#lib/messages/annotations.ts';

/** A label to add to records or remove from them. */
export type LabelChange = {
  readonly businessId: string;
  readonly kind: RecordKind;
  readonly name: string;
  readonly operation: 'add' | 'remove';
};

/** The changed records, and the problem that ended the run early. */
export type LabelChangeOutcome = {
  readonly changed: readonly string[];
  readonly full: number;
  readonly problem: ReturnType<typeof toActionErrorMessage> | null;
};

// A step whose response was lost may have succeeded.
const labelTitles = {
  failed: tAnnotationOutcomes('outcome.addFailed'),
  partial: tAnnotationOutcomes('outcome.addUnknown'),
};
const undoTitles = {
  failed: tAnnotationOutcomes('outcome.undoFailed'),
  partial: tAnnotationOutcomes('outcome.undoUnknown'),
};
const idFields: Readonly<Record<RecordKind, string>> = {
  payment: 'paymentId',
  deposit: 'depositId',
  withdrawal: 'withdrawalId',
};

/** Changes the records in batches and reports progress. Completed batches stay when a later one fails. */
export async function changeLabels(
  labelling: LabelChange,
  ids: readonly string[],
  { onProgress, signal }: { onProgress: (done: number) => void; signal: AbortSignal },
  titles = labelTitles,
): Promise<LabelChangeOutcome> {
  const changed: string[] = [];
  let full = 0;
  for (let from = 0; from < ids.length && !signal.aborted; from += maximumRecordsAtOnce) {
    const recordIds = ids.slice(from, from + maximumRecordsAtOnce);
    const result = await callAction(() => labelRecordsAction({ ...labelling, recordIds }));
    if (!result?.ok) return { changed, full, problem: toActionErrorMessage(result, titles) };
    changed.push(...result.data.changed);
    full += result.data.full;
    onProgress(from + recordIds.length);
  }
  return { changed, full, problem: null };
}

/** Resolves the current selection from the list's query string. Returns null above the limit. */
export async function toSelectedRecords(
  kind: RecordKind,
  { api, address }: { api: string; address: string },
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const only = new URLSearchParams(address).get('only');
  if (only !== null) return only.split(',');
  const readId = (row: Readonly<Record<string, unknown>>) => String(row[idFields[kind]]);
  return fetchMatchingIds({ api, address, getId: readId, most: maximumSelectedToLabel }, signal);
}

/** Reverts a change on the given records. */
export const undoLabels = (labelling: LabelChange, ids: readonly string[]): Promise<LabelChangeOutcome> =>
  changeLabels(
    { ...labelling, operation: labelling.operation === 'add' ? 'remove' : 'add' },
    ids,
    { onProgress: () => undefined, signal: new AbortController().signal },
    undoTitles,
  );

/** Returns `text`, or the problem's title when no record is known to have changed. */
export const labelChangeMessage = ({ changed, problem }: LabelChangeOutcome, text: string): string =>
  changed.length === 0 ? (problem?.title ?? text) : text;
