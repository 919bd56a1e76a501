import 'server-only';
import { isUniqueViolation } from '#lib/database/errors.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';

const kind = 'email-change';

export type StoredEmailChange = {
  readonly changeId: string;
  readonly personId: PersonId;
  /** The new address. */
  readonly email: string;
  readonly expiresAt: Instant;
  readonly isConfirmed: boolean;
};

/** Stores a change. Earlier unconfirmed ones of the person end. */
export async function insertEmailChange(
  transaction: Transaction,
  change: {
    readonly personId: PersonId;
    readonly email: string;
    readonly tokenHash: Uint8Array<ArrayBuffer>;
    readonly at: Instant;
    readonly expiresAt: Instant;
  },
): Promise<void> {
  const { personId, email, tokenHash, at, expiresAt } = change;
  await transaction.oneTimeToken.updateMany({
    where: { kind, personId, usedAt: null, expiresAt: { gt: toDate(at) } },
    data: { expiresAt: toDate(at) },
  });
  await transaction.oneTimeToken.create({
    data: { kind, personId, email, tokenHash, createdAt: toDate(at), expiresAt: toDate(expiresAt) },
  });
}

const include = {
  person: {
    select: {
      id: true,
      passwordChangedAt: true,
      emailChangedAt: true,
      secondFactors: { select: { confirmedAt: true } },
      passkeys: { select: { createdAt: true } },
    },
  },
} as const;

const findRow = (client: Pick<Transaction, 'oneTimeToken'>, tokenHash: Uint8Array<ArrayBuffer>) =>
  client.oneTimeToken.findUnique({ where: { tokenHash, kind }, include });

/**
 * A change ends when it is due, when the person gets a password or an address in another way, and when they add a second
 * factor, which the request didn't prove.
 */
function toChange(row: Awaited<ReturnType<typeof findRow>>): StoredEmailChange | null {
  if (row === null || row.person === null || row.email === null) return null;
  const { id, passwordChangedAt, emailChangedAt, secondFactors, passkeys } = row.person;
  const changes = [
    passwordChangedAt,
    emailChangedAt,
    ...secondFactors.map(({ confirmedAt }) => confirmedAt),
    ...passkeys.map(({ createdAt }) => createdAt),
  ];
  const expiresAt = changes.find((at) => at !== null && at > row.createdAt) ?? row.expiresAt;
  return {
    changeId: row.tokenId,
    personId: toId<PersonId>(id),
    email: row.email,
    expiresAt: fromDate(expiresAt),
    isConfirmed: row.usedAt !== null,
  };
}

/** Returns the change of a link, or null. */
export async function findEmailChange(tokenHash: Uint8Array<ArrayBuffer>): Promise<StoredEmailChange | null> {
  return toChange(await findRow(database(), tokenHash));
}

/** Returns the change of a link, locked until the transaction ends, or null. */
export async function lockEmailChange(
  transaction: Transaction,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<StoredEmailChange | null> {
  await transaction.$queryRaw`SELECT 1 AS one FROM one_time_token WHERE token_hash = ${tokenHash} FOR UPDATE`;
  return toChange(await findRow(transaction, tokenHash));
}

/**
 * Gives the person the address, which the opened link proves. Returns false if another account has it. Another account
 * may get it at the same time. The caller must then roll back, which it does in any case for `false`.
 */
export async function storeEmail(
  transaction: Transaction,
  { changeId, personId, email }: StoredEmailChange,
  at: Instant,
): Promise<boolean> {
  const changedAt = toDate(at);
  const account = await transaction.person.findUnique({ where: { email }, select: { id: true } });
  if (account !== null && account.id !== personId) return false;
  await transaction.oneTimeToken.update({
    where: { tokenId: changeId, usedAt: null },
    data: { usedAt: changedAt },
  });
  try {
    await transaction.person.update({
      where: { id: personId },
      data: { email, emailVerifiedAt: changedAt, emailChangedAt: changedAt },
    });
    return true;
  } catch (thrown) {
    // The unique index waits for the other account, then refuses this one.
    if (isUniqueViolation(thrown)) return false;
    throw thrown;
  }
}
