import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { PasskeyList } from './schema.ts';

/** Returns the passkeys of the signed-in person, the newest first. */
export async function listPasskeys({ actor }: Context<PersonActor>): Promise<PasskeyList> {
  const rows = await database().passkey.findMany({
    where: { personId: actor.personId },
    orderBy: [{ createdAt: 'desc' }, { passkeyId: 'desc' }],
  });
  return {
    passkeys: rows.map(({ passkeyId, name, isSyncable, createdAt, lastUsedAt }) => ({
      passkeyId,
      name,
      isSyncable,
      createdAt: fromDate(createdAt),
      lastUsedAt: lastUsedAt === null ? null : fromDate(lastUsedAt),
    })),
  };
}
