import 'server-only';

/** The service → us: authenticate, receive, answer. */
export { callbackAddress, callbackAddressUnder, callbackKeys } from './http/address.ts';
export { answerCallback, methodNotAllowed } from './http/answer-callback.ts';
export { answerRequest } from './http/answer-request.ts';
export { countRefusal, writeRefusalCounts } from './http/count-refusals.ts';
export { openGate } from './http/gate.ts';
export { IncomingHeaders } from './http/incoming-headers.ts';
export type { Body } from './http/read-body.ts';
export { longestBody } from './http/read-body.ts';
export type { CallbackReply } from './http/reply.ts';
export { refuseMethod } from './http/reply.ts';
export { receiveCallback } from './ingest/receive-callback.ts';
export type { FailingDelivery } from './model/failing.ts';
export { callbackAddressed } from './quarantine/addressed-callback.ts';
export { viewCallbackContent } from './queries/content.ts';
export { failingNow } from './queries/failing.ts';
export {
  callbackDefinition,
  callbackSelect,
  countCallbacks,
  listCallbacks,
  readCallbackRow,
  selectCallbackDefinition,
} from './queries/list.ts';
export { readCallbackPage } from './queries/message.ts';
export { toRedactedText } from './queries/redacted-content.ts';
export { listRefusals, viewRefusal } from './queries/refusals.ts';
export { listReprocessings } from './queries/reprocessings.ts';
export { shownColumns } from './queries/shown-columns.ts';
export { callbackSilence } from './queries/silence.ts';
export { tallyCallbacks } from './queries/tally.ts';
export { visibleReasons } from './queries/visible-reasons.ts';
export { reprocessStored, runReprocessings } from './reprocess/reprocess-stored.ts';
