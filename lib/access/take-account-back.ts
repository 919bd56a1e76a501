import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { endApiTokens } from './api-token-store.ts';
import type { EndReason } from './session-store.ts';
import { endPendingSignIns, endPersonSessions } from './session-store.ts';

/** The number of each that ended. */
type EndedAccess = {
  readonly endedSessions: number;
  readonly endedSignIns: number;
  readonly endedTokens: number;
};

/**
 * Ends everything by which a person, or someone in their place, uses the account now: sessions, sign-ins that wait for
 * their second step, and API tokens. Each verb that takes an account back calls this one function, so that no way in stays.
 */
export async function takeAccountBack(
  transaction: Transaction,
  personId: PersonId,
  now: Instant,
  reason: EndReason = 'access',
): Promise<EndedAccess> {
  const endedSignIns = await endPendingSignIns(transaction, personId, now);
  const endedSessions = await endPersonSessions(transaction, personId, now, { reason });
  const endedTokens = await endApiTokens(transaction, personId, now);
  return { endedSessions, endedSignIns, endedTokens };
}
