import 'server-only';

export { connectionView } from './queries/connection.ts';
export { unheardDeposits } from './queries/unheard.ts';
