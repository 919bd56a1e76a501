import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { SessionId } from '#lib/values/ids.ts';
import { readClaimedSession } from './session-cookie.ts';

/** Reasons that the sign-in page explains. The person knows of their own sign-out. */
const explainedEnd = z.enum(['revoked', 'limit', 'password', 'access', 'factor']);
type ExplainedEnd = z.output<typeof explainedEnd>;

/** Returns why a session was ended, or null if it is open, unknown, expired or was signed out. */
export async function findExplainedEnd(sessionId: SessionId): Promise<ExplainedEnd | null> {
  const session = await database().session.findUnique({
    where: { id: sessionId },
    select: { endReason: true },
  });
  return explainedEnd.safeParse(session?.endReason).data ?? null;
}

/** Returns why the session of this browser was ended. Only a browser with the cookie of the session learns it. */
export async function readExplainedEnd(): Promise<ExplainedEnd | null> {
  const sessionId = await readClaimedSession();
  return sessionId === null ? null : findExplainedEnd(sessionId);
}
