import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { pendingMinutes } from './model.ts';

const kind = 'sign-in';

/** A sign-in that waits for its second step. */
export type PendingSignIn = {
  readonly pendingId: string;
  readonly personId: PersonId;
  readonly deviceId: string | null;
  /** True if the person set up their first factor during this sign-in. */
  readonly isPassed: boolean;
};

const dayMs = 86_400_000;

/** Stores a sign-in that waits, and deletes those of the person that expired a day ago. */
export async function insertPending(
  transaction: Transaction,
  pending: {
    readonly personId: PersonId;
    readonly tokenHash: Uint8Array<ArrayBuffer>;
    readonly deviceId: string | null;
    readonly at: Instant;
  },
): Promise<void> {
  const { at, ...fields } = pending;
  await transaction.oneTimeToken.deleteMany({
    where: { kind, personId: fields.personId, expiresAt: { lt: toDate(addMilliseconds(at, -dayMs)) } },
  });
  await transaction.oneTimeToken.create({
    data: {
      kind,
      ...fields,
      createdAt: toDate(at),
      expiresAt: toDate(addMilliseconds(at, pendingMinutes * 60_000)),
    },
  });
}

/**
 * Returns the sign-in of a token, or null if it has ended or expired, or if the account was disabled or got another
 * password or address since it began.
 */
export async function findPending(
  tokenHash: Uint8Array<ArrayBuffer>,
  now: Instant,
): Promise<PendingSignIn | null> {
  const row = await database().oneTimeToken.findUnique({
    where: { tokenHash, kind },
    include: {
      person: { select: { id: true, disabledAt: true, passwordChangedAt: true, emailChangedAt: true } },
    },
  });
  if (row === null || row.person === null || row.usedAt !== null || row.expiresAt <= toDate(now)) return null;
  const { id, disabledAt, passwordChangedAt, emailChangedAt } = row.person;
  const isOutdated = [passwordChangedAt, emailChangedAt].some((at) => at !== null && at >= row.createdAt);
  if (disabledAt !== null || isOutdated) return null;
  return {
    pendingId: row.tokenId,
    personId: toId<PersonId>(id),
    deviceId: row.deviceId,
    isPassed: row.passedAt !== null,
  };
}

/** The conditions of `findPending` on the person. They may have changed since it was called. */
const isCurrent = Prisma.sql`NOT EXISTS (
  SELECT FROM person p
   WHERE p.id = one_time_token.person_id
     AND (p.disabled_at IS NOT NULL OR p.password_changed_at >= one_time_token.created_at
          OR p.email_changed_at >= one_time_token.created_at))`;

/**
 * Ends a sign-in that waits, in one statement. Returns false if it had ended, expired or become outdated, also by a
 * concurrent request.
 */
export async function endPending(transaction: Transaction, pendingId: string, at: Instant): Promise<boolean> {
  const ended = await transaction.$executeRaw`
    UPDATE one_time_token SET used_at = ${toDate(at)}
     WHERE kind = ${kind} AND token_id = ${pendingId}::uuid AND used_at IS NULL AND expires_at > ${toDate(at)} AND ${isCurrent}`;
  return ended === 1;
}

/** Records that the person set up their first factor. Returns false if the sign-in had ended, expired or become outdated. */
export async function markPendingPassed(
  transaction: Transaction,
  pendingId: string,
  at: Instant,
): Promise<boolean> {
  const passed = await transaction.$executeRaw`
    UPDATE one_time_token SET passed_at = ${toDate(at)}
     WHERE kind = ${kind} AND token_id = ${pendingId}::uuid AND used_at IS NULL AND expires_at > ${toDate(at)} AND ${isCurrent}`;
  return passed === 1;
}
