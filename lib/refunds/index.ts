import 'server-only';

export { countRefunds, listRefunds, refundKeyset } from './queries/list.ts';
export { addUpRefunds, refundTotals } from './queries/totals.ts';
