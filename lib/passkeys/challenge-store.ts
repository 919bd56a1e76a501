import 'server-only';
import { randomBytes } from 'node:crypto';
import { database } from '#lib/database/pools.ts';
import type { SessionId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { challengeMinutes } from './model.ts';

/** The purpose of a challenge. It works for nothing else, and only in the session or waiting sign-in that requested it. */
export type ChallengeUse =
  | { readonly purpose: 'sign-in'; readonly sessionId: null }
  | { readonly purpose: 'second-factor'; readonly sessionId: null; readonly pendingId: string }
  | { readonly purpose: 'register' | 'reauthenticate'; readonly sessionId: SessionId };

/** Creates a challenge of 256 random bits. Expired ones are deleted. */
export async function createChallenge(use: ChallengeUse, now: Instant): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await database().passkeyChallenge.deleteMany({ where: { expiresAt: { lt: toDate(now) } } });
  await database().passkeyChallenge.create({
    data: { ...use, challenge, expiresAt: toDate(addMilliseconds(now, challengeMinutes * 60_000)) },
  });
  return challenge;
}

/** Uses up a challenge. Returns false if it was used before, has expired, or is for something else. */
export async function consumeChallenge(challenge: string, use: ChallengeUse, now: Instant): Promise<boolean> {
  const { count } = await database().passkeyChallenge.deleteMany({
    where: {
      ...use,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      expiresAt: { gt: toDate(now) },
    },
  });
  return count > 0;
}
