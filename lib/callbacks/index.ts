import 'server-only';

/** The service → us: authenticate, receive, answer. */
export type { CallbackAddress } from './address.ts';
export { authenticate, callbackAddress, callbackAddressUnder } from './address.ts';
export { answerCallback, methodNotAllowed } from './answer-request.ts';
export type { CallbackAnswer, ReceivedCallback } from './receive-callback.ts';
export { receiveCallback } from './receive-callback.ts';
