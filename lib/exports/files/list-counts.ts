import 'server-only';
import { countAudit } from '#lib/audit/index.ts';
import { countCallbacks } from '#lib/callbacks/index.ts';
import { countDeposits } from '#lib/deposits/index.ts';
import { countExceptions } from '#lib/exceptions/index.ts';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { countPayments } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { countRefunds } from '#lib/refunds/index.ts';
import { countCases, countReports } from '#lib/reviews/index.ts';
import { countWithdrawals } from '#lib/withdrawals/index.ts';
import type { ExportName } from '../schema.ts';

type Count = (context: Context<PersonActor>, business: string, query: ListQuery) => Promise<ListCount>;

/** Counts the rows of each list, exactly up to 10,000. Each checks the permission of its list. */
export const listCounts: Readonly<Record<ExportName, Count>> = {
  payments: countPayments,
  deposits: countDeposits,
  refunds: countRefunds,
  withdrawals: countWithdrawals,
  exceptions: countExceptions,
  callbacks: countCallbacks,
  reviews: countCases,
  'case-reports': countReports,
  audit: countAudit,
};
