import type { Failure } from '#lib/values/action-result.ts';

export type FailureWords = {
  /** What is said above the reason. */
  readonly failed: string;
  /** What to do where no answer came. */
  readonly lost?: string;
  /** Of an act on many that does each by itself: what is said where it is not known how many were done. */
  readonly partly?: string;
};

const lookFirst = 'Look at the list, then do what is left.';
/** It failed on the way, and not because something was wrong with what was asked. */
const onTheWay: ReadonlySet<Failure['code']> = new Set(['internal', 'unavailable']);

/** What is said of an act that failed. Null: no answer came. */
export function actionErrorMessage(
  failure: Failure | null,
  { failed, lost = 'The connection was lost. Try again.', partly }: FailureWords,
): { readonly title: string; readonly detail: string } {
  if (failure === null)
    return partly === undefined
      ? { title: failed, detail: lost }
      : { title: partly, detail: `The connection was lost. ${lookFirst}` };
  if (partly !== undefined && onTheWay.has(failure.code))
    return { title: partly, detail: `Something went wrong on our side. ${lookFirst}` };
  const [atField] = Object.values(failure.fieldErrors).flat();
  return { title: failed, detail: atField ?? failure.message };
}
