/** Recipients of a request for information about a case. */
export const requestRecipients = ['service', 'payer'] as const;
export type RequestRecipient = (typeof requestRecipients)[number];

/** An answer is due within this time. */
export const longestRequestDays = 90;
