/**
 * The client of the payment service: requests, signatures, limits, and the meaning of answers. `contract/` defines the
 * records on the wire. Every call resolves to an outcome and never throws for failures of the service. This room stores
 * nothing and knows no business rules.
 */
import 'server-only';

export { listCallbackSecrets } from './callback-secrets-queries.ts';
export { canReadPayments, createServiceClient, isCreateRefused, isSuccess } from './client.ts';
export type { ServiceOutcome } from './outcome.ts';
export { parseRetryAfter } from './retry-after.ts';
export { sendRequest } from './send-request.ts';
export { readServiceMessage, toPlainLine } from './service-message.ts';
export { serviceSettings } from './settings.ts';
