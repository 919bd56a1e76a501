import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import type { PaymentDetail } from '../schema/fields.ts';

/** Builds a payment from these columns, without conflicts, exception or estimates, as its page receives it. */
export const createPaymentDetail = (row: RawRow): PaymentDetail => ({
  ...readRecord(paymentFields, { refundStatuses: [], ...row }),
  provenance: [],
  conflicts: [],
  expiryStart: null,
  canBeRead: true,
  readingPause: null,
  exceptionWork: null,
  withinTolerance: false,
  readDifferences: [],
});
