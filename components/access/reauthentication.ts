import type { ActionResult } from '#lib/values/action-result.ts';

/**
 * Sensitive actions need a recent authentication. When the server refuses one for that reason, one shared dialog asks
 * the person to confirm who they are, and the action runs again.
 */

type Settle = (isConfirmed: boolean) => void;

/** The actions that wait for the open dialog. */
let waiting: readonly Settle[] = [];
const listeners = new Set<() => void>();

function changeWaiting(next: readonly Settle[]): void {
  waiting = next;
  for (const notify of listeners) notify();
}

/** Subscribes the host of the dialog. */
export function subscribeReauthentication(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

/** Returns true while the dialog is needed. */
export const isReauthenticationNeeded = (): boolean => waiting.length > 0;

/** Ends the dialog: the waiting actions run again, or stay refused. */
export function settleReauthentication(isConfirmed: boolean): void {
  const settled = waiting;
  changeWaiting([]);
  for (const settle of settled) settle(isConfirmed);
}

/** Opens the dialog. Resolves to true once the person has confirmed, and to false if they closed it. */
function requestReauthentication(): Promise<boolean> {
  // Without a host nothing could settle it.
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((settle) => changeWaiting([...waiting, settle]));
}

/**
 * Runs an action. If it needs a recent authentication, asks the person to confirm who they are and runs it again with
 * the same input. Returns the refusal if they don't.
 */
export async function withReauthentication<Data>(
  action: () => Promise<ActionResult<Data>>,
): Promise<ActionResult<Data>> {
  const result = await action();
  if (result.ok || result.code !== 'reauthentication-required') return result;
  return (await requestReauthentication()) ? action() : result;
}
