import 'server-only';
import { wholeList } from '#lib/lists/model/query.ts';
import { listPayments } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readOverview } from './queries/overview.ts';
import type { OverviewQuery } from './schema/overview.ts';
import type { OverviewPageView } from './schema/pages.ts';

/** The number of payments shown. */
const recentPayments = 8;

/** Returns the content of Overview with the payments initiated last. Throws Problem 'not-found' or 'forbidden'. */
export async function readOverviewPage(
  context: Context<PersonActor>,
  business: string,
  query: OverviewQuery,
): Promise<OverviewPageView> {
  const [overview, { rows }] = await Promise.all([
    readOverview(context, business, query),
    listPayments(context, business, wholeList, recentPayments),
  ]);
  return { overview, recent: rows };
}
