import type { Permission, RouteHandler, RouteInput } from '#lib/access/index.ts';
import { runRoute } from '#lib/access/index.ts';
import { listAudit, readAuditEntry } from '#lib/audit/index.ts';
import { listCallbacks, readCallbackPage } from '#lib/callbacks/index.ts';
import { calculateDepositTotals, listDeposits, readDepositTotals } from '#lib/deposits/index.ts';
import { calculateExceptionTotals, listExceptions, readExceptionTotals } from '#lib/exceptions/index.ts';
import { createExportRoute, exportedLists, listCounts } from '#lib/exports/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { parseRequestQuery } from '#lib/lists/model/request-query.ts';
import {
  calculatePaymentTotals,
  listPayments,
  readIntentView,
  readPaymentTotals,
} from '#lib/payments/index.ts';
import { createJsonLinesResponse } from '#lib/platform/json-lines.ts';
import { calculateRefundTotals, listRefunds, readRefundTotals } from '#lib/refunds/index.ts';
import {
  readDepositPage,
  readDepositTimeline,
  readPaymentPage,
  readPaymentTimeline,
  readWithdrawalPage,
  readWithdrawalTimeline,
  viewStoredContent,
} from '#lib/reports/index.ts';
import { calculateCaseTotals, listCases, listReports, readCaseTotals, viewCase } from '#lib/reviews/index.ts';
import type { ListName, RecordListName, TimelineName, TotaledListName } from '#lib/values/list-routes.ts';
import { listNames } from '#lib/values/list-routes.ts';
import { calculateWithdrawalTotals, listWithdrawals, readWithdrawalTotals } from '#lib/withdrawals/index.ts';

/** The GET routes of all lists and of their records. A list has a route exactly if it is in the table of that route. */

type ListRead<Result = unknown> = (
  context: RouteInput['context'],
  business: string,
  query: ListQuery,
) => Result;

const pages: Record<ListName, ListRead> = {
  payments: listPayments,
  deposits: listDeposits,
  refunds: listRefunds,
  withdrawals: listWithdrawals,
  exceptions: listExceptions,
  callbacks: listCallbacks,
  reviews: listCases,
  'case-reports': listReports,
  audit: listAudit,
};

const totals: Record<TotaledListName, ListRead> = {
  payments: readPaymentTotals,
  deposits: readDepositTotals,
  refunds: readRefundTotals,
  withdrawals: readWithdrawalTotals,
  exceptions: readExceptionTotals,
  reviews: readCaseTotals,
};

const allTotals: Record<TotaledListName, ListRead<Parameters<typeof createJsonLinesResponse>[0]>> = {
  payments: calculatePaymentTotals,
  deposits: calculateDepositTotals,
  refunds: calculateRefundTotals,
  withdrawals: calculateWithdrawalTotals,
  exceptions: calculateExceptionTotals,
  reviews: calculateCaseTotals,
};

type RecordRead = (context: RouteInput['context'], business: string, id: string) => unknown;

const records: Record<RecordListName, RecordRead> = {
  payments: readPaymentPage,
  deposits: readDepositPage,
  withdrawals: readWithdrawalPage,
  callbacks: readCallbackPage,
  reviews: viewCase,
  audit: readAuditEntry,
  intents: readIntentView,
  raw: viewStoredContent,
};

const timelines: Record<
  TimelineName,
  (context: RouteInput['context'], business: string, id: string, after: string | null) => unknown
> = {
  payments: readPaymentTimeline,
  deposits: readDepositTimeline,
  withdrawals: readWithdrawalTimeline,
};

/** All members read the other lists. */
const permissions = new Map<string, Permission>([
  ['reviews', 'review.work'],
  ['case-reports', 'review.work'],
  ['audit', 'audit.read'],
]);

const notFound = () => new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });

/** Creates one route from the routes of the lists in a table. Other names are not found. */
function dispatch(routes: ReadonlyMap<string, RouteHandler>): RouteHandler {
  return async (request, route) => {
    const { list } = await route.params;
    const handler = typeof list === 'string' ? routes.get(list) : undefined;
    return handler?.(request, route) ?? notFound();
  };
}

function createRoute<Read>(
  table: Readonly<Record<string, Read>>,
  answer: (read: Read, input: RouteInput) => unknown,
): RouteHandler {
  const routes = Object.entries(table).map(([list, read]): [string, RouteHandler] => [
    list,
    runRoute(permissions.get(list) ?? 'read', async (input) => answer(read, input)),
  ]);
  return dispatch(new Map(routes));
}

/** Reads the query of a list from the address. Risk filters are ignored without the permission. */
const readQuery = ({ params, request, scope }: RouteInput): ListQuery => {
  const name = listNames.find((list) => list === params['list']);
  if (name === undefined) throw new Error('the route has no list');
  return parseRequestQuery(exportedLists[name], request, scope.may('risk.read'));
};

const createListRoute = <Result>(
  table: Readonly<Record<string, ListRead<Result>>>,
  answer: (result: Result) => unknown = (result) => result,
): RouteHandler =>
  createRoute(table, (read, input) => answer(read(input.context, input.scope.businessId, readQuery(input))));

export const pageRoute = createListRoute(pages);
export const countRoute = createListRoute(listCounts);
export const totalsRoute = createListRoute(totals);
/** Answers JSON lines: the progress of the calculation, and at its end the exact totals. */
export const allTotalsRoute = createListRoute(allTotals, createJsonLinesResponse);
export const fileRoute = dispatch(new Map(listNames.map((list) => [list, createExportRoute(list)])));
export const recordRoute = createRoute(records, (read, { context, scope, params }) =>
  read(context, scope.businessId, params['record'] ?? ''),
);
/** Answers the part of a record's timeline behind `after`. */
export const timelineRoute = createRoute(timelines, (read, { context, scope, params, request }) =>
  read(context, scope.businessId, params['record'] ?? '', new URL(request.url).searchParams.get('after')),
);
