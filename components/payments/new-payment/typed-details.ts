import { splitLabels } from '#lib/payments/create/model/details.ts';
import type {
  CreationDetails,
  CreationDetailsForm,
  FormerPayment,
} from '#lib/payments/create/schema/details.ts';

/** The note and the labels as typed. */
export type TypedDetails = { readonly note: string; readonly labels: string };

export const noDetails: TypedDetails = { note: '', labels: '' };

/** Returns the saved details of a request as text. */
export const toTypedDetails = (saved: CreationDetails | null): TypedDetails =>
  saved === null ? noDetails : { note: saved.note, labels: saved.labels.join(', ') };

/**
 * Returns the details to send. Empty fields remove what an earlier attempt saved. The correction of a request keeps the
 * former payment that the request has.
 */
export const toSentDetails = (
  { note, labels }: TypedDetails,
  { former, isCorrection }: { former: FormerPayment | null; isCorrection: boolean },
): CreationDetailsForm => ({
  note,
  labels: [...splitLabels(labels)],
  ...(former !== null && { formerPaymentId: former.paymentId, isRemainder: former.isRemainder }),
  ...(former === null && !isCorrection && { formerPaymentId: null }),
});
