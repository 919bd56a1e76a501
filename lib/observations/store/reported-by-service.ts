import 'server-only';

/**
 * Returns the SQL that checks if the service itself reported the payment of a row in an answer. That proves its
 * owner. An imported record proves nothing: it must not block the callbacks of another business.
 */
export const reportedByServiceSql = (payment: string): string => `EXISTS (
        SELECT FROM service_answer AS answer WHERE answer.business_id = ${payment}.business_id
           AND answer.payment_id = ${payment}.payment_id AND answer.source IN ('create', 'read'))`;
