import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { checkCreateForm, deleteCreationDetails, requestPayment } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';
import { toFormInput } from '../model/row.ts';
import type { Lease } from './lease-store.ts';
import type { RowResult } from './model.ts';
import type { QueuedRow } from './sending-store.ts';
import { claimRow, failRow, replaceRequest } from './sending-store.ts';

const invalid: RowResult = { outcome: 'invalid', httpStatus: null, retryAt: null, error: null };

const joinErrors = (errors: FieldErrors): string => [...new Set(Object.values(errors).flat())].join(' ');

/**
 * Sends one row through the same path as the create form, in the name of the person of the run. The row and its intent
 * are committed together before the request, and its state follows the intent.
 *
 * @throws RunEndedError if the run is paused or taken over, and database errors. Nothing was sent then.
 */
export async function sendRow(
  context: Context<SystemActor>,
  lease: Lease,
  scope: Scope,
  { number, values }: QueuedRow,
): Promise<RowResult> {
  const { businessId, batchId, sentFor } = lease;
  const fail = async (error: string): Promise<RowResult> => {
    await inTransaction(async (transaction) => {
      await failRow(transaction, lease, number, error);
      await announce(transaction, { businessId, topics: ['batches'] });
    });
    return invalid;
  };
  // The record may have changed since the check.
  const accepted = await readAcceptedTermsInScope(scope);
  const checked = checkCreateForm(toFormInput(businessId, values), accepted);
  if (checked.errors !== null) return fail(joinErrors(checked.errors));
  try {
    return await requestPayment(context, {
      scope,
      personId: sentFor,
      accepted,
      form: checked.form,
      origin: {
        link: async (transaction, intent) => {
          await claimRow(transaction, lease, number, intent);
          // A row has no details. An earlier request with its ID may have left some.
          await deleteCreationDetails(transaction, {
            businessId,
            clientPaymentId: checked.form.clientPaymentId,
          });
        },
        onReplace: (transaction, replaced) => replaceRequest(transaction, lease, number, replaced),
        topics: ['batches'],
        audited: { personId: sentFor, batchId, row: String(number) },
      },
    });
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure;
    // It was sent, but its outcome could not be saved. The row becomes unknown, and is counted, when its time is over.
    if (failure.code === 'unavailable') return invalid;
    return fail(failure.message);
  }
}
