import { tQuery } from '#lib/messages/shell.ts';
import type { Failure } from '#lib/values/action-result.ts';

export type FailureMessages = {
  /** The title above the reason. */
  readonly failed: string;
  /** The advice when no answer arrived. */
  readonly lost?: string;
  /** The title when an action on many records may have changed only some of them. */
  readonly partial?: string;
};

/** Failures of the server that may leave a batch half done. */
const serverFailures: ReadonlySet<Failure['code']> = new Set(['internal', 'unavailable']);

/** Returns the title and detail for a failed action. `failure` is null when no answer arrived. */
export function toActionErrorMessage(
  failure: Failure | null,
  { failed, lost = tQuery('connectionLost'), partial }: FailureMessages,
): { readonly title: string; readonly detail: string } {
  if (failure === null)
    return partial === undefined
      ? { title: failed, detail: lost }
      : { title: partial, detail: tQuery('connectionLostPartly') };
  if (partial !== undefined && serverFailures.has(failure.code))
    return { title: partial, detail: tQuery('serverFailedPartly') };
  const [atField] = Object.values(failure.fieldErrors).flat();
  return { title: failed, detail: atField ?? failure.message };
}
