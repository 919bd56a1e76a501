import type { ListAnnotations } from '#lib/annotations/model.ts';
import type { StoredDifference } from '#lib/observations/model/read-differences.ts';
import { listRowFields } from '#lib/records/model/field.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';
import type { RecordFromFields } from '#lib/values/record-fields.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { Mismatch } from '../model-mismatch.ts';
import type { ReadingPause } from '../sync/model.ts';
import type { SettledSum } from './deposit-sums.ts';
import type { ExceptionWork } from './exception-work.ts';

export const paymentRowFields = listRowFields(paymentFields);

/** Assumed start of the expiry window; null when unknown. */
type ExpiryEstimate = { readonly expiryStart: UnixSeconds | null };

/** A list row with its notes and labels. */
export type PaymentRow = RecordFromFields<typeof paymentRowFields> &
  ExpiryEstimate &
  ListAnnotations & {
    readonly exceptionWork: ExceptionWork | null;
    /** Below or above expected, by no more than the tolerance of the business: no exception. */
    readonly withinTolerance: boolean;
    /** Values that a read contradicted after they were settled, newest first. */
    readonly readDifferences: readonly StoredDifference[];
    /** Sums of its confirmed deposits by settlement currency. Empty if no record reports them, or there are too many. */
    readonly settledSums: readonly SettledSum[];
    /** How its deposits differ from what the payer chose. Empty if none does, or if that isn't reported. */
    readonly mismatches: readonly Mismatch[];
  };

/** A whole payment with the source of each value. */
export type PaymentDetail = RecordFromFields<typeof paymentFields> &
  ExpiryEstimate & {
    readonly provenance: Provenance;
    /** Below or above expected, by no more than the tolerance of the business: no exception. */
    readonly withinTolerance: boolean;
    /** Values that a read contradicted after they were settled, newest first. */
    readonly readDifferences: readonly StoredDifference[];
    /** Null when there is no work on it yet. */
    readonly exceptionWork: ExceptionWork | null;
    readonly conflicts: readonly Conflict[];
    /** Reading payments is set up. */
    readonly canBeRead: boolean;
    /** Set while reads are paused because the service fails. */
    readonly readingPause: ReadingPause | null;
  };
