import 'server-only';

/** The service → us: authenticate, receive, answer. */
export { callbackAddress, callbackAddressUnder } from './address.ts';
export { answerCallback, methodNotAllowed } from './answer-request.ts';
export { countMisaddressed } from './count-misaddressed.ts';
export { receiveCallback } from './receive-callback.ts';
