import 'server-only';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, instant, toDate } from '#lib/values/instant.ts';

const kind = 'password-reset';

export type StoredReset = {
  readonly resetId: string;
  readonly personId: PersonId;
  readonly createdBy: PersonId | null;
  readonly expiresAt: Instant;
  readonly isUsed: boolean;
  /** True if the link was mailed to the address of the account. */
  readonly isMailed: boolean;
};

/** Stores a link. Earlier unused links of the person stop working. */
export async function insertReset(
  transaction: Transaction,
  reset: {
    readonly personId: PersonId;
    readonly tokenHash: Uint8Array<ArrayBuffer>;
    readonly createdBy: PersonId | null;
    readonly at: Instant;
    readonly expiresAt: Instant;
    readonly isMailed: boolean;
  },
): Promise<void> {
  const { personId, tokenHash, createdBy, at, expiresAt, isMailed } = reset;
  await endResets(transaction, personId, at);
  await transaction.oneTimeToken.create({
    data: {
      kind,
      personId,
      tokenHash,
      createdById: createdBy,
      createdAt: toDate(at),
      expiresAt: toDate(expiresAt),
      isMailed,
    },
  });
}

/** Ends every unused link of a person. */
export async function endResets(transaction: Transaction, personId: PersonId, at: Instant): Promise<void> {
  await transaction.oneTimeToken.updateMany({
    where: { kind, personId, usedAt: null, expiresAt: { gt: toDate(at) } },
    data: { expiresAt: toDate(at) },
  });
}

const include = {
  person: {
    select: {
      id: true,
      passwordChangedAt: true,
      emailChangedAt: true,
      memberships: { select: { businessId: true } },
      directoryRecords: { select: { businessId: true } },
    },
  },
  createdBy: {
    select: {
      disabledAt: true,
      memberships: { where: { role: 'owner', disabledAt: null }, select: { businessId: true } },
    },
  },
} as const;

type Membership = { readonly businessId: string };

type Row = {
  readonly tokenId: string;
  readonly createdById: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly createdAt: Date;
  readonly isMailed: boolean;
  readonly person: {
    readonly id: string;
    readonly passwordChangedAt: Date | null;
    readonly emailChangedAt: Date | null;
    readonly memberships: readonly Membership[];
    readonly directoryRecords: readonly Membership[];
  };
  readonly createdBy: {
    readonly disabledAt: Date | null;
    readonly memberships: readonly Membership[];
  } | null;
};

/**
 * Returns true if an operator or the person created the link, or an owner who still owns every business of the person, also those
 * whose directory has the person.
 */
function isCreatorEntitled({ person, createdBy }: Row): boolean {
  if (createdBy === null) return true;
  if (createdBy.disabledAt !== null || person.memberships.length === 0) return false;
  const owned = new Set(createdBy.memberships.map(({ businessId }) => businessId));
  return [...person.memberships, ...person.directoryRecords].every(({ businessId }) => owned.has(businessId));
}

/**
 * A link expires when it is due, when the person gets a password or an email address in another way, or when its creator
 * may no longer create one.
 */
function findExpiry(row: Row): Date {
  const { createdAt, expiresAt, person } = row;
  if (!isCreatorEntitled(row)) return createdAt;
  const changes = [person.passwordChangedAt, person.emailChangedAt];
  return changes.find((at) => at !== null && at > createdAt) ?? expiresAt;
}

/** Returns the reset of a row. Each has a person, as a constraint demands. */
function toReset(
  row: (Omit<Row, 'person'> & { readonly person: Row['person'] | null }) | null,
): StoredReset | null {
  if (row === null || row.person === null) return null;
  const { person, createdById } = row;
  return {
    resetId: row.tokenId,
    personId: toId<PersonId>(person.id),
    createdBy: createdById === null ? null : toId<PersonId>(createdById),
    expiresAt: fromDate(findExpiry({ ...row, person })),
    isUsed: row.usedAt !== null,
    isMailed: row.isMailed,
  };
}

/** Returns the reset of a link, or null. */
export async function findReset(tokenHash: Uint8Array<ArrayBuffer>): Promise<StoredReset | null> {
  const row = await database().oneTimeToken.findUnique({ where: { tokenHash, kind }, include });
  return toReset(row);
}

/** Returns the reset of a link, locked until the transaction ends, or null. */
export async function lockReset(
  transaction: Transaction,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<StoredReset | null> {
  await transaction.$queryRaw`SELECT 1 AS one FROM one_time_token WHERE token_hash = ${tokenHash} FOR UPDATE`;
  const row = await transaction.oneTimeToken.findUnique({ where: { tokenHash, kind }, include });
  return toReset(row);
}

export async function markResetUsed(transaction: Transaction, resetId: string, at: Instant): Promise<void> {
  await transaction.oneTimeToken.update({
    where: { tokenId: resetId, usedAt: null },
    data: { usedAt: toDate(at) },
  });
}

const requestKind = 'password-reset-request';

/** Stores a request for a link. It is the same write for every address. Its token is random: a job takes it by its age. */
export async function insertResetRequest(email: string, at: Instant, expiresAt: Instant): Promise<void> {
  const tokenHash = new Uint8Array(randomBytes(32));
  await database().oneTimeToken.create({
    data: { kind: requestKind, email, tokenHash, createdAt: toDate(at), expiresAt: toDate(expiresAt) },
  });
}

/** Takes the oldest request, or returns null. Another process doesn't take the same one. */
export async function takeResetRequest(
  transaction: Transaction,
): Promise<{ readonly email: string; readonly expiresAt: Instant } | null> {
  const rows: unknown = await transaction.$queryRaw`
    DELETE FROM one_time_token WHERE token_id = (
      SELECT token_id FROM one_time_token WHERE kind = ${requestKind} ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING email, floor(extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt"`;
  const request = z.object({ email: z.string(), expiresAt: z.number().transform(instant) });
  return z.array(request).parse(rows)[0] ?? null;
}
