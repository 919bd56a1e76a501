import 'server-only';
import { randomUUID } from 'node:crypto';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Gives a person of a test a second factor that no session has verified: a passkey that can't sign. */
export async function addFactor(personId: PersonId, at: Instant): Promise<void> {
  await database().passkey.create({
    data: {
      personId,
      credentialId: Buffer.from(randomUUID()),
      publicKey: Buffer.alloc(77),
      counter: 0n,
      transports: [],
      isSyncable: true,
      isBackedUp: true,
      name: 'A passkey',
      createdAt: toDate(at),
    },
  });
}

/** Records that the session of a context verified a second factor at this time. */
export async function markFactorVerified({ actor }: Context<PersonActor>, at: Instant): Promise<void> {
  await database().session.update({ where: { id: actor.sessionId }, data: { factorVerifiedAt: toDate(at) } });
}
