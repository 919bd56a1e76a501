import 'server-only';
import { isUniqueViolation } from '#lib/database/errors.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';

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
  await transaction.emailChange.updateMany({
    where: { personId, confirmedAt: null, expiresAt: { gt: toDate(at) } },
    data: { expiresAt: toDate(at) },
  });
  await transaction.emailChange.create({
    data: { personId, email, tokenHash, createdAt: toDate(at), expiresAt: toDate(expiresAt) },
  });
}

const include = {
  person: {
    select: {
      passwordChangedAt: true,
      emailChangedAt: true,
      secondFactors: { select: { confirmedAt: true } },
      passkeys: { select: { createdAt: true } },
    },
  },
} as const;

const findRow = (client: Pick<Transaction, 'emailChange'>, tokenHash: Uint8Array<ArrayBuffer>) =>
  client.emailChange.findUnique({ where: { tokenHash }, include });

/**
 * A change ends when it is due, when the person gets a password or an address in another way, and when they add a second
 * factor, which the request didn't prove.
 */
function toChange(row: NonNullable<Awaited<ReturnType<typeof findRow>>>): StoredEmailChange {
  const { passwordChangedAt, emailChangedAt, secondFactors, passkeys } = row.person;
  const changes = [
    passwordChangedAt,
    emailChangedAt,
    ...secondFactors.map(({ confirmedAt }) => confirmedAt),
    ...passkeys.map(({ createdAt }) => createdAt),
  ];
  const expiresAt = changes.find((at) => at !== null && at > row.createdAt) ?? row.expiresAt;
  return {
    changeId: row.changeId,
    personId: toId<PersonId>(row.personId),
    email: row.email,
    expiresAt: fromDate(expiresAt),
    isConfirmed: row.confirmedAt !== null,
  };
}

/** Returns the change of a link, or null. */
export async function findEmailChange(tokenHash: Uint8Array<ArrayBuffer>): Promise<StoredEmailChange | null> {
  const row = await findRow(database(), tokenHash);
  return row === null ? null : toChange(row);
}

/** Returns the change of a link, locked until the transaction ends, or null. */
export async function lockEmailChange(
  transaction: Transaction,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<StoredEmailChange | null> {
  await transaction.$queryRaw`SELECT 1 AS one FROM email_change WHERE token_hash = ${tokenHash} FOR UPDATE`;
  const row = await findRow(transaction, tokenHash);
  return row === null ? null : toChange(row);
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
  if ((await transaction.person.findUnique({ where: { email }, select: { id: true } })) !== null)
    return false;
  await transaction.emailChange.update({ where: { changeId }, data: { confirmedAt: changedAt } });
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
