import 'server-only';

/** The service → us: authenticate, receive, answer. */
export { callbackAddress, callbackAddressUnder, callbackKeys } from './address.ts';
export { answerCallback, methodNotAllowed } from './answer-callback.ts';
export { answerRequest } from './answer-request.ts';
export { callbackAddressed } from './callback-addressed.ts';
export { countRefusal, writeRefusalCounts } from './count-refusals.ts';
export { openGate } from './gate.ts';
export { IncomingHeaders } from './incoming-headers.ts';
export type { FailingDelivery } from './model-failing.ts';
export { viewCallbackContent } from './queries/content.ts';
export { failingNow } from './queries/failing.ts';
export {
  callbackKeyset,
  callbackKeysetFor,
  callbackSelect,
  countCallbacks,
  listCallbacks,
  readCallbackRow,
} from './queries/list.ts';
export { readCallbackPage } from './queries/message.ts';
export { listRefusals, viewRefusal } from './queries/refusals.ts';
export { listReprocessings } from './queries/reprocessings.ts';
export { shownColumns } from './queries/shown-columns.ts';
export { callbackSilence } from './queries/silence.ts';
export { tallyCallbacks } from './queries/tally.ts';
export { visibleReasons } from './queries/visible-reasons.ts';
export type { Body } from './read-body.ts';
export { longestBody } from './read-body.ts';
export { receiveCallback } from './receive-callback.ts';
export type { CallbackReply } from './reply.ts';
export { refuseMethod } from './reply.ts';
export { reprocessStored, runReprocessings } from './reprocess-stored.ts';
export { shownText } from './shown-content.ts';
