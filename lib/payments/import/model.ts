import { tPaymentsDomain } from '#lib/messages/payments.ts';

/** Maximum size of an imported record, in bytes. */
export const importLimit = 256 * 1024;
export const recordTooLongMessage = tPaymentsDomain('import.tooLong');
