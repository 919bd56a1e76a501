import { randomBytes } from 'node:crypto';
import { database } from '#lib/database/pools.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { toDate } from '#lib/values/instant.ts';

/** Stores a sign-in that waits for its second step. */
export async function addPendingSignIn(personId: string): Promise<void> {
  const createdAt = toDate(systemClock.now());
  await database().oneTimeToken.create({
    data: {
      kind: 'sign-in',
      personId,
      tokenHash: new Uint8Array(randomBytes(32)),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 60_000),
    },
  });
}
