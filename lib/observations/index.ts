import 'server-only';

export type { CallbackObservation, ObservedCallback } from './fold/callback-observation.ts';
export { depositIdsIn } from './fold/deposit-ids.ts';
export { effectOfMessage } from './fold/message-effect.ts';
/**
 * The only writer of what is known of payments, deposits, refunds, their risk, and withdrawals. Whatever is
 * received is kept as bytes and folded in, in the caller's transaction.
 */
export type { AnswerObservation } from './fold/observe-answer.ts';
export { observeAnswer } from './fold/observe-answer.ts';
export { observeCallback } from './fold/observe-callback.ts';
export { listRecordKeys, lockCallbacks, observeCallbacks, tryLockRecords } from './fold/observe-callbacks.ts';
export { observeNewAnswers } from './fold/observe-new-answers.ts';
export { previewImport } from './fold/preview-import.ts';
export type { CallbackKind } from './model/parsed-callback.ts';
export { isCallbackKind } from './model/parsed-callback.ts';
export { acceptanceFor, acceptances } from './model/quarantine-override.ts';
export type { PreparedCallback } from './parse/prepare-callback.ts';
export { prepareCallback } from './parse/prepare-callback.ts';
export { quarantineCallback } from './quarantine/quarantine-callback.ts';
export { rejectMessage } from './quarantine/reject-message.ts';
export { releaseMessage } from './quarantine/release-message.ts';
export { addUpReceived, verifyReceived, verifyReceivedBytes } from './rebuild/received-queries.ts';
export { everyBusiness } from './rebuild/record-queries.ts';
export { verifyReadModel } from './rebuild/verify-read-model.ts';
export type { ReprocessDifference, VerdictChange } from './reprocess/reprocess-messages.ts';
export { reprocessMessages } from './reprocess/reprocess-messages.ts';
export type { ReprocessPlace, Selection } from './reprocess/reprocess-queries.ts';
export { countCandidates } from './reprocess/reprocess-queries.ts';
export { groupAnswersOf } from './store/answer-groups.ts';
export { isEffective } from './store/inbox.ts';
export { storeDecision } from './store/quarantined-messages.ts';
