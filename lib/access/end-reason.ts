import 'server-only';
import { readClaimedSession } from './session-cookie.ts';
import type { SessionEndReason } from './session-store.ts';
import { findSessionEndReason } from './session-store.ts';

/** Returns why the session of this browser was ended. Only a browser with the cookie of the session learns it. */
export async function readSessionEndReason(): Promise<SessionEndReason | null> {
  const sessionId = await readClaimedSession();
  return sessionId === null ? null : findSessionEndReason(sessionId);
}
