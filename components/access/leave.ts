/**
 * Opens the sign-in page when a session ends. The sign-out button, a refused read and another tab can all notice that.
 * The first one decides the address, and a sign-out in progress has priority.
 */

const signInPath = '/sign-in';
/** After this time the person has stopped the navigation, and the next notice starts another. */
const navigationMs = 10_000;
const channelName = 'countinghouse-session';
const messages = { begun: 'signing-out', ended: 'signed-out' } as const;

/** While it is true, refused reads are ignored, however long the server takes. */
let isSigningOut = false;
/** Refused reads are ignored until then, because another tab is signing out. */
let quietUntil = Number.NEGATIVE_INFINITY;
let leavingSince = Number.NEGATIVE_INFINITY;

function leave(address: string): void {
  if (performance.now() - leavingSince < navigationMs) return;
  leavingSince = performance.now();
  window.location.assign(address);
}

/** Opens the sign-in page with the current page as return address. Does nothing during a sign-out. */
export function redirectToSignIn(): void {
  if (isSigningOut || performance.now() < quietUntil) return;
  const here = `${window.location.pathname}${window.location.search}`;
  leave(`${signInPath}?callbackUrl=${encodeURIComponent(here)}`);
}

/**
 * Ends the session with `endSession` and opens the sign-in page as a new document, so that no data stays in memory. The
 * other tabs of this browser do the same. Resolves to false, and stays, if the session may still be open.
 */
export async function endSessionAndRedirect(endSession: () => Promise<boolean>): Promise<boolean> {
  const channel = new BroadcastChannel(channelName);
  isSigningOut = true;
  channel.postMessage(messages.begun);
  const hasEnded = await endSession().catch(() => false);
  if (hasEnded) {
    channel.postMessage(messages.ended);
    leave(signInPath);
  }
  channel.close();
  isSigningOut = false;
  return hasEnded;
}

/** Leaves this tab as soon as another tab has signed out. Returns a function that stops listening. */
export function followSignOut(): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    // The channel also delivers what this tab sends.
    if (data === messages.begun && !isSigningOut) quietUntil = performance.now() + navigationMs;
    if (data === messages.ended) leave(signInPath);
  };
  return () => channel.close();
}
