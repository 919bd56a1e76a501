import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database } from '../pools.ts';

/** Makes the last authentication of a session 20 minutes old, which is too old for sensitive actions. */
export async function makeSessionStale({ actor, clock }: Context<PersonActor>): Promise<void> {
  await database().session.update({
    where: { id: actor.sessionId },
    data: { authenticatedAt: new Date(clock.now() - 20 * 60_000) },
  });
}

/** Makes a session one that was opened by a sign-in now, by the clock of the context, also after it ended. */
export async function authenticateNow({ actor, clock }: Context<PersonActor>): Promise<void> {
  await database().session.update({
    where: { id: actor.sessionId },
    data: { authenticatedAt: new Date(clock.now()), revokedAt: null },
  });
}
