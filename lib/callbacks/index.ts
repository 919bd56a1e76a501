import 'server-only';

/** The service → us: authenticate, receive, answer. */
export type { CallbackAddress } from './address.ts';
export { authenticate, callbackAddress } from './address.ts';
export type { CallbackAnswer, ReceivedCallback } from './receive-callback.ts';
export { receiveCallback, retryAfterSeconds } from './receive-callback.ts';
