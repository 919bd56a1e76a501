import 'server-only';

/** The service → us: authenticate, receive, answer. */
export { callbackAddress, callbackAddressUnder, callbackKeys } from './address.ts';
export { answerCallback, methodNotAllowed } from './answer-callback.ts';
export type { CallbackHeaders, CallbackReply } from './answer-request.ts';
export { answerRequest, refuseMethod } from './answer-request.ts';
export { countMisaddressed } from './count-misaddressed.ts';
export { viewCallbackContent } from './queries/content.ts';
export {
  callbackKeyset,
  callbackSelect,
  countCallbacks,
  listCallbacks,
  readCallbackRow,
} from './queries/list.ts';
export { readCallbackPage } from './queries/message.ts';
export { listRefusals, viewRefusal } from './queries/refusals.ts';
export { listReprocessings } from './queries/reprocessings.ts';
export type { Body } from './read-body.ts';
export { longestBody } from './read-body.ts';
export { receiveCallback } from './receive-callback.ts';
export { reprocessStored, runReprocessings } from './reprocess-stored.ts';
