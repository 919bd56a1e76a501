import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { EncryptedSecret } from './factor-keys.ts';

/** The secret of a factor, also of one that isn't confirmed yet. */
export type StoredSecret = {
  readonly factorId: string;
  readonly personId: PersonId;
  readonly encrypted: EncryptedSecret;
};

/**
 * Returns up to `limit` secrets that another key encrypted, in order of the factor’s ID, from the one after `after`.
 */
export async function listOtherSecrets(
  keyId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly StoredSecret[]> {
  const rows = await database().secondFactor.findMany({
    where: {
      keyId: { not: keyId },
      secret: { not: null },
      ...(after !== null && { factorId: { gt: after } }),
    },
    orderBy: { factorId: 'asc' },
    take: limit,
  });
  return rows.flatMap(({ factorId, personId, secret, keyId: id }) =>
    secret === null || id === null
      ? []
      : [
          {
            factorId,
            personId: toId<PersonId>(personId),
            encrypted: { secret: Uint8Array.from(secret), keyId: id },
          },
        ],
  );
}

/** Replaces a secret. Returns false if it changed in the meantime: its person used a code, or lost the app. */
export async function replaceSecret(
  transaction: Transaction,
  { factorId, encrypted }: StoredSecret,
  renewed: EncryptedSecret,
): Promise<boolean> {
  const { count } = await transaction.secondFactor.updateMany({
    where: { factorId, ...encrypted },
    data: renewed,
  });
  return count > 0;
}

/** Returns the number of secrets by the id of their key. */
export async function countSecretsByKey(): Promise<ReadonlyMap<string, number>> {
  const groups = await database().secondFactor.groupBy({ by: ['keyId'], _count: { _all: true } });
  return new Map(
    groups.flatMap(({ keyId, _count }): [string, number][] => (keyId === null ? [] : [[keyId, _count._all]])),
  );
}
