import 'server-only';
import { randomUUID } from 'node:crypto';
import { database } from '#lib/database/pools.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import { testStart } from './person.ts';

/** Stores a confirmed app and a passkey for a person. Neither can be used. */
export async function insertFactors(personId: PersonId): Promise<void> {
  const at = toDate(testStart);
  const app = { kind: 'totp', secret: new Uint8Array(48), keyId: 'key', createdAt: at, confirmedAt: at };
  await database().secondFactor.create({ data: { ...app, factorId: randomUUID(), personId } });
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
      createdAt: at,
    },
  });
}

/** Returns the number of apps and passkeys of a person. */
export const countFactors = async (personId: PersonId): Promise<number> =>
  (await database().secondFactor.count({ where: { personId } })) +
  (await database().passkey.count({ where: { personId } }));
