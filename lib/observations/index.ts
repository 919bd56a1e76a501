/**
 * The only writer of the read model: payments, deposits, refunds, their risk detail, and withdrawals. Everything
 * received is stored as bytes first and then folded in, inside the caller's transaction. Folding gives the same result
 * in any order, so records can be rebuilt from the stored bytes (`rebuild`, `reprocess`). This room checks no permission
 * and sends no requests: its callers do.
 */
import 'server-only';

export { applyEffects } from './effects/apply-effects.ts';
export type { Statements } from './effects/case-reasons.ts';
export { hasReportedEntities, reasonKinds } from './effects/case-reasons.ts';
export { listStatements, storeAllReasons } from './effects/flagged-records.ts';
export { listRemovals } from './effects/list-removals.ts';
export { rebuildParties } from './effects/parties.ts';
export { updateUnlistedDeposits } from './effects/unlisted-deposits.ts';
export { verifyEffects } from './effects/verify-queries.ts';
export type { CallbackObservation, ObservedCallback } from './fold/callback-observation.ts';
export { hasChangedReadModel } from './fold/callback-observation.ts';
export { listAnswerDepositIds } from './fold/deposit-ids.ts';
export { foldWaiting, foldWaitingTogether, quarantineWaiting } from './fold/fold-waiting.ts';
export { readMessageEffects } from './fold/message-effects.ts';
export type { AnswerObservation } from './fold/observe-answer.ts';
export { observeAnswer } from './fold/observe-answer.ts';
export { observeCallback } from './fold/observe-callback.ts';
export { listRecordKeys, lockCallbacks, observeCallbacks, tryLockRecords } from './fold/observe-callbacks.ts';
export { observeNewAnswers } from './fold/observe-new-answers.ts';
export { previewImport } from './fold/preview-import.ts';
export { storeWaiting } from './fold/store-waiting.ts';
export type { CallbackKind } from './model/parsed-callback.ts';
export { isCallbackKind } from './model/parsed-callback.ts';
export { quarantineOverrides, toQuarantineOverride } from './model/quarantine-override.ts';
export type { RecordChange } from './model/record-change.ts';
export type { PreparedCallback } from './parse/prepare-callback.ts';
export { prepareCallback } from './parse/prepare-callback.ts';
export { quarantineCallback } from './quarantine/quarantine-callback.ts';
export { rejectMessage } from './quarantine/reject-message.ts';
export { releaseMessage } from './quarantine/release-message.ts';
export { findConflictStart } from './rebuild/conflict-start.ts';
export { findReadingState, recordReading, reportRecords } from './rebuild/reading-queries.ts';
export {
  addReceivedCounts,
  countExpired,
  verifyReceivedBytes,
  verifyReceivedCounts,
} from './rebuild/received-queries.ts';
export { listStoredBusinesses } from './rebuild/record-queries.ts';
export type { QueryFunction } from './rebuild/verify-queries.ts';
export { runInSnapshot } from './rebuild/verify-queries.ts';
export type { Difference } from './rebuild/verify-read-model.ts';
export { verifyReadModel } from './rebuild/verify-read-model.ts';
export type { RecordRemake, ReprocessDifference, VerdictChange } from './reprocess/reprocess-messages.ts';
export { reprocessMessages } from './reprocess/reprocess-messages.ts';
export type { MessageSelection, ReprocessPosition } from './reprocess/reprocess-queries.ts';
export { countCandidates } from './reprocess/reprocess-queries.ts';
export { isEffective } from './store/inbox.ts';
export { storeQuarantineDecision } from './store/quarantined-messages.ts';
export { countReceivedSql } from './store/received-counts.ts';
export { lockRecords } from './store/record-locks.ts';
export type { WaitingCallback } from './store/waiting-callbacks.ts';
export { countWaitingCallbacks, listWaitingAbout, listWaitingCallbacks } from './store/waiting-callbacks.ts';
