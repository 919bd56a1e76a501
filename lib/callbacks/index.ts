import 'server-only';

/** The service → us: authenticate, receive, answer. */
export { callbackAddress, callbackAddressUnder } from './address.ts';
export { answerCallback, methodNotAllowed } from './answer-request.ts';
export { receiveCallback } from './receive-callback.ts';
