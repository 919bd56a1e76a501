import 'server-only';

export type { CallbackObservation, ObservedCallback } from './callback-observation.ts';
export { depositsToldIn } from './deposits-told.ts';
export { effectOfMessage } from './effect-of-message.ts';
export { acceptanceFor, acceptances } from './model-acceptance.ts';
export type { CallbackKind } from './model-received.ts';
export { isCallbackKind } from './model-received.ts';
/**
 * The only writer of what is known of payments, deposits, refunds, their risk, and withdrawals. Whatever is
 * received is kept as bytes and folded in, in the caller's transaction.
 */
export type { AnswerObservation } from './observe-answer.ts';
export { observeAnswer } from './observe-answer.ts';
export { observeCallback } from './observe-callback.ts';
export { lockCallbacks, lockWhatIsFree, observeCallbacks, recordKeysOf } from './observe-callbacks.ts';
export { observeNewAnswers } from './observe-new-answers.ts';
export type { PreparedCallback } from './prepare-callback.ts';
export { prepareCallback } from './prepare-callback.ts';
export { previewImport } from './preview-import.ts';
export { quarantineCallback } from './quarantine-callback.ts';
export { addUpReceived, verifyReceived, verifyReceivedBytes } from './received-queries.ts';
export { everyBusiness } from './record-queries.ts';
export { rejectHeld } from './reject-held.ts';
export { releaseHeld } from './release-held.ts';
export type { Rejudged, ReprocessDifference } from './reprocess-messages.ts';
export { reprocessMessages } from './reprocess-messages.ts';
export type { ReprocessPlace, Selection } from './reprocess-queries.ts';
export { countCandidates } from './reprocess-queries.ts';
export { groupAnswersOf } from './store-answer-groups.ts';
export { storeDecision } from './store-held.ts';
export { isEffective } from './store-inbox.ts';
export { verifyReadModel } from './verify-read-model.ts';
