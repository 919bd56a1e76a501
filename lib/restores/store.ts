import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Records a restore for all businesses. Earlier restores need no confirmation any more. Returns its id. */
export async function saveRestore(
  transaction: Transaction,
  { businesses, at, dataUntil }: { businesses: readonly BusinessId[]; at: Instant; dataUntil: Instant },
): Promise<string> {
  await transaction.databaseRestorePeople.updateMany({
    where: { confirmedAt: null },
    data: { confirmedAt: toDate(at) },
  });
  await transaction.databaseRestore.updateMany({
    where: { resumedAt: null },
    data: { resumedAt: toDate(at) },
  });
  const { restoreId } = await transaction.databaseRestore.create({
    data: {
      restoredAt: toDate(at),
      dataUntil: toDate(dataUntil),
      people: { create: businesses.map((businessId) => ({ businessId })) },
    },
  });
  return restoreId;
}

/**
 * Ends every open session, and every sign-in that waits for its second step. Forgets remembered browsers. Returns the
 * number of sessions.
 */
export async function revokeSessions(transaction: Transaction, at: Instant): Promise<number> {
  const { count } = await transaction.session.updateMany({
    where: { revokedAt: null },
    data: { revokedAt: toDate(at) },
  });
  await transaction.pendingSignIn.updateMany({ where: { endedAt: null }, data: { endedAt: toDate(at) } });
  // Browsers that a person has forgotten since the backup would be remembered again.
  await transaction.rememberedDevice.deleteMany();
  return count;
}

/**
 * Revokes the open invitations, and ends the links for a new password and for a new email address. Returns their number.
 */
export async function revokeLinks(transaction: Transaction, at: Instant): Promise<number> {
  const now = toDate(at);
  const invitations = await transaction.invitation.updateMany({
    where: { acceptedAt: null, revokedAt: null },
    data: { revokedAt: now },
  });
  const resets = await transaction.passwordReset.updateMany({
    where: { usedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  const emailChanges = await transaction.emailChange.updateMany({
    where: { confirmedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  return invitations.count + resets.count + emailChanges.count;
}

/**
 * Sets payment requests without a final outcome to UNKNOWN: after the backup they may have been sent. Returns their
 * number.
 */
export async function markIntentsUnknown(
  transaction: Transaction,
  { at, message }: { at: Instant; message: string },
): Promise<number> {
  const { count } = await transaction.paymentIntent.updateMany({
    where: { state: { in: ['SENDING', 'DRAFT'] } },
    data: { state: 'UNKNOWN', changedAt: toDate(at), errorCode: 'restored', errorMessage: message },
  });
  return count;
}

/**
 * Treats approved payments as requests with an unknown outcome, because after the backup they may have been sent. A
 * refused request may have been replaced by an approved one. Withdraws payments that wait for approval. Returns the
 * number of approved payments.
 */
export async function closeApprovals(
  transaction: Transaction,
  { at, message }: { at: Instant; message: string },
): Promise<number> {
  const now = toDate(at);
  const count = await transaction.$executeRaw`
    INSERT INTO payment_intent AS intent (business_id, client_payment_id, request_body, state, created_by, created_at,
                                changed_at, error_code, error_message)
    SELECT DISTINCT ON (a.business_id, a.client_payment_id)
           a.business_id, a.client_payment_id, a.request_body, 'UNKNOWN', a.proposed_by, ${now}, ${now}, 'restored',
           ${message}
      FROM payment_approval a
     WHERE a.state = 'final' AND approval_counts(a.answered_at)
       AND NOT EXISTS (SELECT FROM payment_intent i
                        WHERE i.business_id = a.business_id AND i.client_payment_id = a.client_payment_id
                          AND i.request_body = a.request_body)
     ORDER BY a.business_id, a.client_payment_id, a.answered_at DESC
    ON CONFLICT (business_id, client_payment_id) DO UPDATE
       SET request_body = excluded.request_body, state = excluded.state, created_by = excluded.created_by,
           changed_at = excluded.changed_at, error_code = excluded.error_code,
           error_message = excluded.error_message
     WHERE intent.state IN ('DRAFT', 'REJECTED')`;
  await transaction.paymentApproval.updateMany({
    where: { state: 'proposed' },
    data: { state: 'withdrawn', answeredAt: now },
  });
  return count;
}

/**
 * Keeps all records until owners set their times again. After the backup a time may have become longer, or a legal hold
 * may have been placed.
 */
export async function stopRetention(transaction: Transaction, at: Instant): Promise<void> {
  await transaction.retentionChange.updateMany({
    where: { state: 'proposed' },
    data: { state: 'withdrawn', answeredAt: toDate(at) },
  });
  await transaction.retentionRule.updateMany({ where: { years: { not: null } }, data: { years: null } });
  await transaction.legalHold.updateMany({
    where: { liftedAt: null, liftProposedAt: { not: null } },
    data: { liftReason: null, liftProposedById: null, liftProposedAt: null },
  });
}

/**
 * Stops runs of payment batches: after the backup their queued rows may have been sent, so those are unknown. Returns
 * the number of rows.
 */
export async function stopBatches(
  transaction: Transaction,
  { at, message }: { at: Instant; message: string },
): Promise<number> {
  const { count } = await transaction.paymentBatchRow.updateMany({
    where: { state: 'queued', batch: { state: { in: ['running', 'paused'] } } },
    data: { state: 'unknown', error: message },
  });
  await transaction.paymentBatch.updateMany({
    where: { state: { in: ['running', 'paused'] } },
    data: {
      state: 'stopped',
      pauseReason: 'restored',
      pauseAnswer: null,
      notBefore: null,
      endedAt: toDate(at),
    },
  });
  return count;
}

/** Numbers that may have been used after the backup, for each pattern of client payment IDs. */
const reservedNumbers = 10_000n;

/** Moves the numbers of client payment IDs past those that may have been used after the backup. */
export async function skipUsedPaymentIds(transaction: Transaction): Promise<void> {
  await transaction.paymentIdSequence.updateMany({ data: { next: { increment: reservedNumbers } } });
}

/** Confirms the people of a business. Returns false if nothing was left to confirm. */
export async function confirmRestoredPeople(
  transaction: Transaction,
  { businessId, personId, at }: { businessId: BusinessId; personId: PersonId; at: Instant },
): Promise<boolean> {
  const { count } = await transaction.databaseRestorePeople.updateMany({
    where: { businessId, confirmedAt: null },
    data: { confirmedAt: toDate(at), confirmedBy: personId },
  });
  return count > 0;
}

/** Resumes jobs and mail. Returns false if they weren't paused. */
export async function resumePausedWork(
  transaction: Transaction,
  { personId, at }: { personId: PersonId; at: Instant },
): Promise<boolean> {
  const { count } = await transaction.databaseRestore.updateMany({
    where: { resumedAt: null },
    data: { resumedAt: toDate(at), resumedBy: personId },
  });
  return count > 0;
}
