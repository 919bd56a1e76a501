import 'server-only';

export { connectionView } from './queries/connection.ts';
export { unseenContradictions } from './queries/contradictions.ts';
export { unheardDeposits } from './queries/unheard.ts';
