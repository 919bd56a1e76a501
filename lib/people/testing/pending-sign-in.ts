import { randomBytes } from 'node:crypto';
import { database } from '#lib/database/pools.ts';

/** Stores a sign-in that waits for its second step. */
export async function addPendingSignIn(personId: string): Promise<void> {
  const createdAt = new Date();
  await database().pendingSignIn.create({
    data: {
      personId,
      tokenHash: new Uint8Array(randomBytes(32)),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 60_000),
    },
  });
}
