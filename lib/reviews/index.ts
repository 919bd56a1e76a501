import 'server-only';

/**
 * The review desk. Flagged deposits and withdrawals open cases by themselves, people review and decide them, and a
 * second person approves where the amount or the decision needs it. Relies on the database for the four-eyes rules,
 * and on the audit log, which records every view and change. Never sends a decision to the service: people apply it
 * in the service's own dashboard.
 */
export { sendAlerts } from './alerts/send-alerts.ts';
export { attachFile } from './cases/attach-file.ts';
export { createFileResponse, readFileBody } from './cases/file-body.ts';
export { openCases } from './cases/open-cases.ts';
export { sharePresence } from './cases/share-presence.ts';
export { readSubjects, viewCase, watchCase } from './cases/view-case.ts';
export { readCounterparty } from './counterparties/queries/counterparty.ts';
export { findCounterparties } from './counterparties/queries/find.ts';
export { listCaseCounterpartyNotes, readNotedCounterparty } from './counterparties/queries/notes.ts';
export { createEvidencePack } from './evidence/create-evidence-pack.ts';
export { countQueueViews } from './queries/count-queue-views.ts';
export { readDesk } from './queries/desk.ts';
export { readAlertChoice, readDeskMail } from './queries/desk-mail.ts';
export { readFigures } from './queries/figures.ts';
export { fetchFile } from './queries/file.ts';
export { findCases, listRecordCases } from './queries/find-cases.ts';
export {
  calculateCaseTotals,
  caseRowSource,
  countCases,
  listCases,
  listSelectedCases,
  readCaseTotals,
} from './queries/queue.ts';
export { listRelatedRecords } from './queries/related.ts';
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
export { saveRule } from './rules/save-rule.ts';
export { listCaseWatches, listWatches } from './watch/queries.ts';
