import 'server-only';

export type { Assumption } from './assumptions.ts';
export { assumptions } from './assumptions.ts';
export type { ServiceClient } from './client.ts';
export { createWasRefused, paymentsCanBeRead, service } from './client.ts';
export type { Answer, NotSent, ServiceOutcome, Unknown } from './outcome.ts';
export { plainLine, serviceWords } from './words.ts';
