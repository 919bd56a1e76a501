import 'server-only';

export { createWasRefused, isSuccess, paymentsCanBeRead, service } from './client.ts';
export type { ServiceOutcome } from './outcome.ts';
export { serviceSettings } from './settings.ts';
export { plainLine, serviceWords } from './words.ts';
