import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { BusinessId, MessageId, PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { CallbackDecision, CallbackEffect } from '../fold/decide-callback.ts';
import { decideDeposit, decideWithdrawal } from '../fold/decide-callback.ts';
import { loadWithdrawal, withPaymentSnapshot } from '../fold/load-snapshot.ts';
import type { VisibleDuplicate } from '../model/observation.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import { writeRecords } from '../store/rows.ts';

type Arrival = {
  readonly id: MessageId;
  readonly businessId: BusinessId;
  readonly receivedAt: Instant;
  /** The earlier message from which it differs only in risk detail. */
  readonly shownWith: VisibleDuplicate | null;
};

/**
 * Applies a released message to the read model. Returns null if it has no effect. The caller holds the locks, among them
 * those of the payments in `locked`.
 * @throws ConcurrentUpdateError when a deposit moved to a payment that isn’t locked.
 */
export async function applyReleased(
  transaction: Transaction,
  arrival: Arrival,
  parsed: ParsedCallback,
  locked: ReadonlySet<PaymentId>,
): Promise<CallbackEffect | null> {
  // The records change now, although the message counts from its receipt. A statement finds later facts by this time.
  const released = { ...arrival, foldedAt: systemClock.now() };
  const decision = await decide(transaction, released, parsed, locked);
  if (decision === null) return null;
  await writeRecords(transaction, decision.changes, decision.announcement);
  return decision.effect;
}

/** The message is in the inbox already, so the count of versions includes it. */
async function decide(
  transaction: Transaction,
  arrival: Parameters<typeof decideDeposit>[0],
  parsed: ParsedCallback,
  locked: ReadonlySet<PaymentId>,
): Promise<CallbackDecision | null> {
  const { businessId } = arrival;
  if (parsed.kind === 'deposit')
    return withPaymentSnapshot(
      transaction,
      { businessId, paymentId: parsed.paymentId, depositIds: [parsed.depositId], locked },
      (snapshot) => decideDeposit(arrival, parsed, snapshot),
    );
  if (parsed.kind === 'withdrawal')
    return decideWithdrawal(
      arrival,
      parsed,
      await loadWithdrawal(transaction, businessId, parsed.withdrawalId),
    );
  return null;
}
