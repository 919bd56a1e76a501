import { splitLabels } from '#lib/payments/create/model/details.ts';
import type { CreationDetails, CreationDetailsForm } from '#lib/payments/create/schema/details.ts';

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
  { formerPaymentId, isCorrection }: { formerPaymentId: string | null; isCorrection: boolean },
): CreationDetailsForm => ({
  note,
  labels: [...splitLabels(labels)],
  ...((formerPaymentId !== null || !isCorrection) && { formerPaymentId }),
});
