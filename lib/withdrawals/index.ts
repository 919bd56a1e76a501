import 'server-only';

export { readWithdrawal, viewWithdrawalRisk } from './queries/detail.ts';
export { countWithdrawals, listWithdrawals, withdrawalKeyset } from './queries/list.ts';
