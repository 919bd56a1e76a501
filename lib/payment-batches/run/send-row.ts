import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { sendStored } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { Lease } from './lease-store.ts';
import { requireRunning } from './lease-store.ts';
import type { RowResult } from './model.ts';
import type { QueuedRow } from './sending-store.ts';
import { failRow } from './sending-store.ts';

const invalid: RowResult = { outcome: 'invalid', httpStatus: null, error: null };

/**
 * Sends the request of one row, in the name of the person of the run. The attempt is committed before the request, and
 * `committed` runs between them.
 *
 * @throws RunEndedError if the run is paused or taken over, and database errors. Nothing was sent then.
 */
export async function sendRow(
  context: Context<SystemActor>,
  lease: Lease,
  scope: Scope,
  { number, intentId, isPaymentKnown }: QueuedRow,
  committed: () => void,
): Promise<RowResult> {
  const { businessId, batchId, sentFor } = lease;
  try {
    return await sendStored(context, {
      scope,
      personId: sentFor,
      accepted: await readAcceptedTermsInScope(scope),
      intentId,
      state: 'QUEUED',
      secondLinkAccepted: isPaymentKnown,
      origin: {
        begin: (transaction) => requireRunning(transaction, lease),
        committed,
        topics: ['batches'],
        audited: { personId: sentFor, batchId, row: String(number) },
      },
    });
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure;
    // It was sent, but its outcome could not be saved. The row becomes unknown, and is counted, when its time is over.
    if (failure.code === 'unavailable') return invalid;
    const isPaymentNew = failure.fieldErrors['secondLinkAccepted'] !== undefined;
    const error = isPaymentNew ? tBatchProblems('run.paymentAppeared') : failure.message;
    await inTransaction(async (transaction) => {
      await requireRunning(transaction, lease);
      await failRow(transaction, businessId, intentId, { at: context.clock.now(), error });
      await announce(transaction, { businessId, topics: ['batches'] });
    });
    return invalid;
  }
}
