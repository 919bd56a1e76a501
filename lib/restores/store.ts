import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { Prisma } from '#prisma/generated/client.ts';

/** Records a restore for all businesses. Nothing is left to do after an earlier one. */
export async function saveRestore(
  transaction: Transaction,
  { businesses, at, dataUntil }: { businesses: readonly BusinessId[]; at: Instant; dataUntil: Instant },
): Promise<void> {
  const [restoredAt, restoredUntil] = [toDate(at), toDate(dataUntil)];
  await transaction.installation.updateMany({
    data: { restoredAt, restoredUntil, resumedAt: null, resumedBy: null, unconfirmed: [...businesses] },
  });
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
  await transaction.oneTimeToken.updateMany({
    where: { kind: 'sign-in', usedAt: null },
    data: { usedAt: toDate(at) },
  });
  // Browsers that a person has forgotten since the backup would be remembered again.
  await transaction.person.updateMany({
    where: { NOT: { rememberedDevices: { equals: {} } } },
    data: { rememberedDevices: {} },
  });
  return count;
}

/**
 * Ends what was given for a time, and may have been taken away since the backup: deputies, and the risk detail of auditors,
 * who keep their role.
 */
export async function endLentAccess(transaction: Transaction): Promise<{ deputies: number; risk: number }> {
  const deputies = await transaction.membership.updateMany({
    where: { deputyForId: { not: null } },
    data: { deputyForId: null, deputyFrom: null, deputyUntil: null },
  });
  const auditors = await transaction.membership.updateMany({
    where: { role: 'auditor-risk' },
    data: { role: 'auditor' },
  });
  return { deputies: deputies.count, risk: auditors.count };
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
  const links = await transaction.oneTimeToken.updateMany({
    where: { kind: { in: ['email-change', 'password-reset'] }, usedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  return invitations.count + links.count;
}

/**
 * Sets payment requests without a final outcome to UNKNOWN: after the backup they may have been sent. So may those that
 * could not be sent, if no other request has their client payment ID. Returns their number.
 */
export async function markIntentsUnknown(
  transaction: Transaction,
  { at, message }: { at: Instant; message: string },
): Promise<number> {
  const data = { state: 'UNKNOWN', changedAt: toDate(at), errorCode: 'restored', errorMessage: message };
  const { count } = await transaction.paymentIntent.updateMany({
    where: { state: { in: ['PROPOSED', 'QUEUED', 'SENDING'] } },
    data,
  });
  const tried = await transaction.$executeRaw`
    UPDATE payment_intent SET state = 'UNKNOWN', changed_at = ${toDate(at)}, error_code = 'restored', error_message = ${message}
     WHERE id IN (SELECT DISTINCT ON (business_id, client_payment_id) id FROM payment_intent unsent
                   WHERE state = 'UNSENT' AND EXISTS (SELECT FROM payment_attempt WHERE intent_id = unsent.id)
                     AND NOT EXISTS (SELECT FROM payment_intent other
                                      WHERE other.business_id = unsent.business_id
                                        AND other.client_payment_id = unsent.client_payment_id
                                        AND (other.state NOT IN ('REJECTED', 'UNSENT')
                                             OR other.created_at > unsent.created_at))
                   ORDER BY business_id, client_payment_id, created_at DESC)`;
  return count + tried;
}

/** Withdraws payments that wait for approval. Their requests may have been approved and sent after the backup. */
export async function withdrawPaymentProposals(transaction: Transaction, at: Instant): Promise<void> {
  await transaction.proposal.updateMany({
    where: { kind: 'payment', state: 'proposed' },
    data: { state: 'withdrawn', answeredAt: toDate(at) },
  });
}

/**
 * Empties the groups of directories and deactivates their users, because people may have lost access since the backup. A directory
 * sends them again.
 */
export async function emptyDirectories(transaction: Transaction): Promise<void> {
  await transaction.directoryRecord.updateMany({ data: { isActive: false, memberIds: [] } });
}

/**
 * Stops copies to storage, because the restored database may be a second one. An owner starts them again. A copy of the backup
 * doesn't go on, because its files may be others now. Risk detail isn't copied, because that choice may have been withdrawn since.
 */
export async function stopWarehouses(transaction: Transaction): Promise<void> {
  await transaction.warehouse.updateMany({
    data: { nextRunAt: null, leasedUntil: null, leaseToken: null, run: Prisma.DbNull, riskById: null },
  });
}

/**
 * Keeps all records until owners set their times again. After the backup a time may have become longer, or a legal hold
 * may have been placed.
 */
export async function stopRetention(transaction: Transaction, at: Instant): Promise<void> {
  await transaction.proposal.updateMany({
    where: { kind: { in: ['retention', 'hold-lift'] }, state: 'proposed' },
    data: { state: 'withdrawn', answeredAt: toDate(at) },
  });
  await transaction.$executeRaw`UPDATE setting SET value = NULL WHERE kind = 'retention' AND value IS NOT NULL`;
}

/** Stops runs of payment batches. Their queued requests may have been sent after the backup, and are unknown. */
export async function stopBatches(transaction: Transaction, at: Instant): Promise<void> {
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
  businessId: BusinessId,
): Promise<boolean> {
  const count = await transaction.$executeRaw`
    UPDATE installation SET unconfirmed = array_remove(unconfirmed, ${businessId}::uuid)
     WHERE ${businessId}::uuid = ANY (unconfirmed)`;
  return count > 0;
}

/** Resumes jobs and mail. Returns false if they weren't paused. */
export async function resumePausedWork(
  transaction: Transaction,
  { personId, at }: { personId: PersonId; at: Instant },
): Promise<boolean> {
  const { count } = await transaction.installation.updateMany({
    where: { restoredAt: { not: null }, resumedAt: null },
    data: { resumedAt: toDate(at), resumedBy: personId },
  });
  return count > 0;
}
