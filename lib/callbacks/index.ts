import 'server-only';

/**
 * Callbacks of the payment service: authenticates and answers deliveries, shows what was received, and lets owners
 * decide on quarantined callbacks.
 *
 * `http` answers requests, `ingest` stores callbacks in batches and folds those that wait, `quarantine` and `reprocess` hold the decisions, and
 * `queries` reads the list and its pages. Parsing and the read model belong to `lib/observations`. Stored bytes are never
 * changed, and nothing of a body is read before its sender is authenticated.
 */
export { buildCallbackAddress, listCallbackKeys, readCallbackAddress } from './http/address.ts';
export { intakeAdmissions } from './http/admission.ts';
export { answerCallback, methodNotAllowed } from './http/answer-callback.ts';
export { createCallbackServer, installCallbackServer } from './http/callback-server.ts';
export { countRefusal, writeRefusalCounts } from './http/count-refusals.ts';
export { maximumBodyBytes } from './http/read-body.ts';
export type { CallbackReply } from './http/reply.ts';
export { foldAfterCallback, foldWaitingCallbacks } from './ingest/fold-waiting-callbacks.ts';
export { receiveCallback } from './ingest/receive-callback.ts';
export type { FailingDelivery } from './model/failing-deliveries.ts';
export { readCallbackPage } from './queries/callback-page.ts';
export { viewCallbackContent } from './queries/content.ts';
export { readFailingDeliveries } from './queries/failing-deliveries.ts';
export {
  callbackDefinition,
  callbackSelect,
  countCallbacks,
  listCallbacks,
  readCallbackRow,
  selectCallbackDefinition,
} from './queries/list.ts';
export { toRedactedText } from './queries/redacted-content.ts';
export { listRefusals, viewRefusal } from './queries/refusals.ts';
export { listReprocessings } from './queries/reprocessings.ts';
export { selectShownColumns } from './queries/shown-columns.ts';
export { callbackSilenceHours, readCallbackSilence } from './queries/silence.ts';
export { countCallbacksByVerdict } from './queries/verdict-counts.ts';
export { listVisibleReasons } from './queries/visible-reasons.ts';
export { reprocessStored, runReprocessings } from './reprocess/reprocess-stored.ts';
export { openCallbackConnections } from './store.ts';
