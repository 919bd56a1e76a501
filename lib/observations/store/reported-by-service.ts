import 'server-only';

/**
 * Whether the service itself has told of the payment of this row, in answers to us: that proves whose it is. A record
 * that somebody imported proves nothing, neither to another business, whose callbacks it would keep out, nor to their own.
 */
export const reportedByServiceSql = (payment: string): string => `EXISTS (
        SELECT FROM service_answer AS told WHERE told.business_id = ${payment}.business_id
           AND told.payment_id = ${payment}.payment_id AND told.source IN ('create', 'read'))`;
