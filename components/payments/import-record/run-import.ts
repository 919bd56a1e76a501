import { tPaymentImport } from '#lib/messages/payment-import.ts';
import type { ActionResult, Failure } from '#lib/values/action-result.ts';

/** The time for which the page waits when the business has had too many reads or imports. */
const throttledMs = 5_000;

export const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type ImportSteps<Item, Data, Result> = {
  readonly send: (item: Item) => Promise<ActionResult<Data> | null>;
  /** Returns the result of an item that failed alone, or null for a failure that concerns all. */
  readonly toResult: (item: Item, outcome: ActionResult<Data>) => Result | null;
  readonly note: (result: Result) => void;
  readonly isStopping: () => boolean;
  /** Says that the person stopped it. */
  readonly stopped: string;
  readonly wait?: (ms: number) => Promise<void>;
};

/** Imports items one after the other, and notes the result of each. Returns why it ended early, or null. */
export async function runImport<Item, Data, Result>(
  items: readonly Item[],
  { send, toResult, note, isStopping, stopped, wait = waitFor }: ImportSteps<Item, Data, Result>,
): Promise<string | null> {
  for (let at = 0; at < items.length; ) {
    if (isStopping()) return stopped;
    const item = items[at];
    if (item === undefined) return null;
    const outcome = await send(item);
    if (outcome === null) return tPaymentImport('connectionLost');
    if (isThrottled(outcome)) {
      // A colleague reads or imports payments, too.
      await wait(throttledMs);
      continue;
    }
    const result = toResult(item, outcome);
    if (result === null) return outcome.ok ? null : outcome.message;
    note(result);
    at += 1;
  }
  return null;
}

const isThrottled = (outcome: { readonly ok: true } | Failure): boolean =>
  !outcome.ok && outcome.code === 'throttled';
