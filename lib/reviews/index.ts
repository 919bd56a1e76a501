import 'server-only';

/**
 * The review desk. Flagged deposits and withdrawals open cases by themselves, people review and decide them, and a
 * second person approves where the amount or the decision needs it. Relies on the database for the four-eyes rules,
 * and on the audit log, which records every view and change. Never sends a decision to the service: people apply it
 * in the service's own dashboard.
 */
export { attachFile } from './cases/attach-file.ts';
export { createFileResponse, readFileBody } from './cases/file-body.ts';
export { openCases } from './cases/open-cases.ts';
export { fetchFile } from './cases/queries/file.ts';
export { listRelatedRecords } from './cases/queries/related.ts';
export { sharePresence } from './cases/share-presence.ts';
export { verifyCaseReasons } from './cases/verify-reasons.ts';
export { readSubjects, viewCase } from './cases/view-case.ts';
export { readCounterparty } from './counterparties/queries/counterparty.ts';
export { findCounterparties } from './counterparties/queries/find.ts';
export { listCaseCounterpartyNotes, readNotedCounterparty } from './counterparties/queries/notes.ts';
export { listCaseWatches, listWatches } from './counterparties/watch/queries.ts';
export { createEvidencePack } from './evidence/create-evidence-pack.ts';
export type { FetchedCase } from './queue/fetch-cases.ts';
export { fetchCases } from './queue/fetch-cases.ts';
export { measureQueueView } from './queue/queries/count-queue-views.ts';
export { readDesk } from './queue/queries/desk.ts';
export { readFigures } from './queue/queries/figures.ts';
export { findCases, listRecordCases } from './queue/queries/find-cases.ts';
export {
  calculateCaseTotals,
  caseRowSource,
  countCases,
  listCases,
  listSelectedCases,
  readCaseTotals,
} from './queue/queries/queue.ts';
export { openRequestsSql } from './queue/queries/queue-row.ts';
export { takeNext } from './queue/take-next.ts';
export { countReports, listReports, reportRowSource } from './reports/queries/list.ts';
export { advanceBacktests } from './rules/advance-backtests.ts';
export { backtestRule } from './rules/backtest-rule.ts';
export { decideRuleChange } from './rules/decide-rule-change.ts';
export { discardRule } from './rules/discard-rule.ts';
export { proposeRuleChange } from './rules/propose-change.ts';
export { readRuleChoices } from './rules/queries/choices.ts';
export { listRules } from './rules/queries/list.ts';
export { readRule } from './rules/queries/rule.ts';
export { listDeskProposals } from './rules/queries/waiting.ts';
export { saveRule } from './rules/save-rule.ts';
