import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
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

const challengeKinds = ['register', 'sign-in', 'second-factor', 'reauthenticate'].map(
  (purpose) => `passkey-${purpose}`,
);

const hashChallenge = (challenge: Uint8Array) =>
  new Uint8Array(createHash('sha256').update(challenge).digest());

const toToken = ({ purpose, ...owner }: ChallengeUse) => ({ kind: `passkey-${purpose}`, ...owner });

/** Creates a challenge of 256 random bits. Expired ones are deleted. */
export async function createChallenge(use: ChallengeUse, now: Instant): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await database().oneTimeToken.deleteMany({
    where: { kind: { in: challengeKinds }, expiresAt: { lt: toDate(now) } },
  });
  await database().oneTimeToken.create({
    data: {
      ...toToken(use),
      tokenHash: hashChallenge(challenge),
      createdAt: toDate(now),
      expiresAt: toDate(addMilliseconds(now, challengeMinutes * 60_000)),
    },
  });
  return challenge;
}

/** Uses up a challenge. Returns false if it was used before, has expired, or is for something else. */
export async function consumeChallenge(challenge: string, use: ChallengeUse, now: Instant): Promise<boolean> {
  const { count } = await database().oneTimeToken.deleteMany({
    where: {
      ...toToken(use),
      tokenHash: hashChallenge(Buffer.from(challenge, 'base64url')),
      expiresAt: { gt: toDate(now) },
    },
  });
  return count > 0;
}
