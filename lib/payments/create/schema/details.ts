import * as z from 'zod';
import { maximumNoteLength, maximumRecordLabels } from '#lib/annotations/model.ts';
import { labelName } from '#lib/annotations/schema.ts';
import { tCreationDetailRefusals } from '#lib/messages/payments.ts';
import { createPaymentForm } from './create.ts';

/**
 * Notes, labels and links that a person adds when they request a payment. The service doesn't receive them. A field that
 * is absent keeps the value of an earlier attempt.
 */
const creationDetailsForm = z.object({
  note: z
    .string()
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(
          maximumNoteLength,
          tCreationDetailRefusals('problem.noteTooLong', { maximum: maximumNoteLength }),
        ),
    )
    .optional(),
  labels: z
    .array(labelName)
    .max(
      maximumRecordLabels,
      tCreationDetailRefusals('problem.tooManyLabels', { maximum: maximumRecordLabels }),
    )
    .optional(),
  /** The payment that the new one replaces or completes. */
  formerPaymentId: z.uuid().nullable().optional(),
  /** The new payment requests what is missing of the former one. */
  isRemainder: z.boolean().optional(),
});
export type CreationDetailsForm = z.output<typeof creationDetailsForm>;

/** The form of a payment with its note, labels and former payment. */
export const createDetailedPaymentForm = createPaymentForm.and(creationDetailsForm);

/** The saved details of a request, to fill in the form again. */
export type CreationDetails = {
  readonly note: string;
  readonly labels: readonly string[];
};

/** A payment in a link. */
export type LinkedPayment = { readonly paymentId: string; readonly clientPaymentId: string | null };

/** The payment that a new one replaces, or of which it requests the rest. */
export type FormerPayment = LinkedPayment & { readonly isRemainder: boolean };

/** Payments that belong together with a payment. */
export type RelatedPayments = {
  /** The expired payment that this one replaces. */
  readonly former: LinkedPayment | null;
  /** Payments that replace this one. */
  readonly successors: readonly LinkedPayment[];
  /** The payment of which this one requests the rest. */
  readonly original: LinkedPayment | null;
  /** Payments that request the rest of this one. */
  readonly remainders: readonly LinkedPayment[];
  /** Another payment of the same request, whose link is the one to share. Null when it is this payment. */
  readonly preferred: LinkedPayment | null;
  /** Further payments of the same request, when this one has the link to share. */
  readonly further: readonly LinkedPayment[];
};
