import 'server-only';

/**
 * Combines records of several rooms for pages: Overview, Approvals, record pages, timelines, linked records and raw content. It only
 * reads, except that a view of raw risk detail is audited. Risk detail is included only for roles that may read it.
 */
export { readApprovalsPage } from './approvals-page.ts';
export { readCaseContent, readCaseWithContent } from './case-page.ts';
export { readDepositPage } from './deposit-page.ts';
export { readOverviewPage } from './overview-page.ts';
export { readPaymentPage } from './payment-page.ts';
export { countChangesSinceVisit } from './queries/changes-since-visit.ts';
export { mergeTimelines } from './queries/merge-timelines.ts';
export { readOverview } from './queries/overview.ts';
export { viewStoredContent } from './queries/stored-content.ts';
export { readDepositTimeline, readPaymentTimeline, readWithdrawalTimeline } from './read-timelines.ts';
export { readWithdrawalPage } from './withdrawal-page.ts';
