import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

export type StoredPasskey = {
  readonly passkeyId: string;
  readonly personId: PersonId;
  readonly name: string;
  /** In base64url, as browsers write it. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
};

type PasskeyRow = NonNullable<Awaited<ReturnType<ReturnType<typeof database>['passkey']['findUnique']>>>;

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const toBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));

const toPasskey = (row: PasskeyRow): StoredPasskey => ({
  passkeyId: row.passkeyId,
  personId: toId<PersonId>(row.personId),
  name: row.name,
  credentialId: toText(row.credentialId),
  publicKey: row.publicKey,
  counter: Number(row.counter),
  transports: row.transports,
});

/** Returns the passkey with this credential id, or null. */
export async function findPasskey(credentialId: string): Promise<StoredPasskey | null> {
  const row = await database().passkey.findUnique({ where: { credentialId: toBytes(credentialId) } });
  return row === null ? null : toPasskey(row);
}

/** Returns the passkeys of a person, the oldest first. */
export async function findPasskeys(personId: PersonId): Promise<readonly StoredPasskey[]> {
  const rows = await database().passkey.findMany({
    where: { personId },
    orderBy: [{ createdAt: 'asc' }, { passkeyId: 'asc' }],
  });
  return rows.map(toPasskey);
}

export const countPasskeys = (transaction: Transaction, personId: PersonId): Promise<number> =>
  transaction.passkey.count({ where: { personId } });

/** Stores a passkey. Returns its id, or null if the credential is stored already. */
export async function insertPasskey(
  transaction: Transaction,
  passkey: Omit<StoredPasskey, 'passkeyId'> & {
    readonly isSyncable: boolean;
    readonly isBackedUp: boolean;
    readonly at: Instant;
  },
): Promise<string | null> {
  const { at, credentialId, counter, transports, ...fields } = passkey;
  const [row] = await transaction.passkey.createManyAndReturn({
    data: {
      ...fields,
      credentialId: toBytes(credentialId),
      counter: BigInt(counter),
      transports: [...transports],
      createdAt: toDate(at),
    },
    skipDuplicates: true,
    select: { passkeyId: true },
  });
  return row?.passkeyId ?? null;
}

/**
 * Records the use of a passkey. Returns false if it was removed or used since it was read: a counter that doesn't grow
 * belongs to a copy.
 */
export async function storePasskeyUse(
  transaction: Transaction,
  { passkeyId, counter }: StoredPasskey,
  use: { readonly counter: number; readonly isBackedUp: boolean; readonly at: Instant },
): Promise<boolean> {
  const { count } = await transaction.passkey.updateMany({
    where: { passkeyId, counter: BigInt(counter) },
    data: { counter: BigInt(use.counter), isBackedUp: use.isBackedUp, lastUsedAt: toDate(use.at) },
  });
  return count > 0;
}

type OwnPasskey = { readonly passkeyId: string; readonly personId: PersonId };

/** Returns the name of a passkey of this person, or null. */
export async function readPasskeyName(transaction: Transaction, own: OwnPasskey): Promise<string | null> {
  const row = await transaction.passkey.findFirst({ where: own, select: { name: true } });
  return row?.name ?? null;
}

export async function storePasskeyName(
  transaction: Transaction,
  own: OwnPasskey,
  name: string,
): Promise<void> {
  await transaction.passkey.updateMany({ where: own, data: { name } });
}

/** Deletes every passkey of a person. Returns their number. */
export const deletePasskeys = async (transaction: Transaction, personId: PersonId): Promise<number> =>
  (await transaction.passkey.deleteMany({ where: { personId } })).count;

export async function deletePasskey(transaction: Transaction, own: OwnPasskey): Promise<void> {
  await transaction.passkey.deleteMany({ where: own });
}
