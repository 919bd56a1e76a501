/**
 * Opens the sign-in page when a session ends. The sign-out button, a refused read and another tab can all notice that.
 * The first one decides the address, and a sign-out in progress has priority.
 */

const signInPath = '/sign-in';
/** After this time the person has stopped the navigation, and the next notice starts another. */
const navigationMs = 10_000;
const channelName = 'countinghouse-session';
const messages = { begun: 'signing-out', ended: 'signed-out' } as const;

/** Refused reads are ignored until then, because this or another tab is signing out. */
let quietUntil = Number.NEGATIVE_INFINITY;
let leavingSince = Number.NEGATIVE_INFINITY;

function leave(address: string): void {
  if (performance.now() - leavingSince < navigationMs) return;
  leavingSince = performance.now();
  window.location.assign(address);
}

/** Opens the sign-in page with the current page as return address. Does nothing during a sign-out. */
export function redirectToSignIn(): void {
  if (performance.now() < quietUntil) return;
  const here = `${window.location.pathname}${window.location.search}`;
  leave(`${signInPath}?callbackUrl=${encodeURIComponent(here)}`);
}

/**
 * Ends the session with `endSession` and opens the sign-in page as a new document, so that no data stays in memory. The
 * other tabs of this browser do the same. Resolves to false, and stays, if the session may still be open.
 */
export async function endSessionAndRedirect(endSession: () => Promise<boolean>): Promise<boolean> {
  const channel = new BroadcastChannel(channelName);
  quietUntil = Number.POSITIVE_INFINITY;
  channel.postMessage(messages.begun);
  const hasEnded = await endSession().catch(() => false);
  if (hasEnded) {
    channel.postMessage(messages.ended);
    leave(signInPath);
  }
  channel.close();
  quietUntil = Number.NEGATIVE_INFINITY;
  return hasEnded;
}

/** Leaves this tab as soon as another tab has signed out. Returns a function that stops listening. */
export function followSignOut(): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === messages.begun) quietUntil = performance.now() + navigationMs;
    if (data === messages.ended) leave(signInPath);
  };
  return () => channel.close();
}
