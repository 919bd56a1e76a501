import 'server-only';

export { callbackSecrets } from './callback-secrets-queries.ts';
export { createWasRefused, isSuccess, paymentsCanBeRead, service } from './client.ts';
export { exchange } from './exchange.ts';
export type { ServiceOutcome } from './outcome.ts';
export { retryAt } from './retry-after.ts';
export { serviceSettings } from './settings.ts';
export { plainLine, serviceWords } from './words.ts';
