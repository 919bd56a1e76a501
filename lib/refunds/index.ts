import 'server-only';

export { countRefunds, listRefunds, refundKeyset } from './queries/list.ts';
