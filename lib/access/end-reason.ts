import 'server-only';
import { readClaimedSession } from './session-cookie.ts';
import type { ExplainedEnd } from './session-store.ts';
import { findExplainedEnd } from './session-store.ts';

/** Returns why the session of this browser was ended. Only a browser with the cookie of the session learns it. */
export async function readExplainedEnd(): Promise<ExplainedEnd | null> {
  const sessionId = await readClaimedSession();
  return sessionId === null ? null : findExplainedEnd(sessionId);
}
