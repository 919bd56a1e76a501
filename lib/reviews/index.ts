import 'server-only';

/** The review desk: cases open by themselves, people work them through, a second person confirms. */
export { sendAlerts } from './alerts/send-alerts.ts';
export { attachFile } from './attach-file.ts';
export { packCase } from './evidence/pack-case.ts';
export { fileResponse, readFileBody } from './file-body.ts';
export { glanceAtCase } from './glance-at-case.ts';
export { openCases } from './open-cases.ts';
export { readDesk } from './queries/desk.ts';
export { readDeskMail } from './queries/desk-mail.ts';
export { readFigures } from './queries/figures.ts';
export { fetchFile } from './queries/file.ts';
export { addUpCases, caseSource, caseTotals, countCases, listCases, pickedCases } from './queries/queue.ts';
export { countParts } from './queries/queue-parts.ts';
export { relatedTo } from './queries/related.ts';
export { listReports } from './queries/reports.ts';
export { answerChange } from './rules/answer-change.ts';
export { proposeChange } from './rules/propose-change.ts';
export { listRules } from './rules/queries/list.ts';
export { readRule } from './rules/queries/rule.ts';
export { saveRule } from './rules/save-rule.ts';
export { tryRule } from './rules/try-rule.ts';
export { walkRuns } from './rules/walk-runs.ts';
export { readSubjects, viewCase, watchCase } from './view-case.ts';
