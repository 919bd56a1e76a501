import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { businessesOf } from '#lib/businesses/index.ts';
import { callbackList } from '#lib/callbacks/schema-list.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { paymentList } from '#lib/payments/schema-list.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { ListQuery, ListSpec } from '#lib/values/list-query.ts';
import { askedBy, listParameters } from '#lib/values/list-query.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import type { Column } from './column.ts';
import { callbackColumns } from './columns/callback-columns.ts';
import { chosenColumns, columnsAsked } from './columns/chosen-columns.ts';
import { depositColumns, depositRiskColumns, refundExportColumns } from './columns/deposit-columns.ts';
import { exceptionColumns } from './columns/exception-columns.ts';
import { differenceColumns, paymentColumns } from './columns/payment-columns.ts';
import { withdrawalColumns, withdrawalRiskColumns } from './columns/withdrawal-columns.ts';
import { csvText } from './csv-text.ts';
import {
  callbackBatches,
  depositBatches,
  exceptionBatches,
  paymentBatches,
  refundBatches,
  withdrawalBatches,
} from './queries.ts';
import type { ZonedTime } from './zoned-time.ts';
import { zonedTime } from './zoned-time.ts';

export type ExportName = 'payments' | 'deposits' | 'refunds' | 'withdrawals' | 'exceptions' | 'callbacks';

const lists: Readonly<Record<ExportName, ListSpec>> = {
  payments: paymentList,
  deposits: depositList,
  refunds: refundList,
  withdrawals: withdrawalList,
  exceptions: exceptionList,
  callbacks: callbackList,
};

/** A CSV file that is still being written. */
export type CsvExport = { readonly fileName: string; readonly body: ReadableStream<Uint8Array> };

type Lines = AsyncGenerator<string>;
export type Zone = { readonly name: string; readonly time: ZonedTime };

/** RFC 4180 in UTF-8, without a byte order mark. The last column names the zone of the times. */
export async function* lines<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<readonly Row[]>,
  zone: Zone,
): Lines {
  yield csvText([[...columns.map((column) => column.name), 'time_zone']]);
  for await (const rows of batches)
    yield csvText(rows.map((row) => [...columns.map((column) => column.cell(row, zone.time)), zone.name]));
}

function linesOf(
  list: ExportName,
  scope: Scope,
  me: PersonId,
  { query, columns }: { query: ListQuery; columns: string | null },
  zone: Zone,
): Lines {
  const risk = scope.may('risk.read');
  const of = <Row>(all: readonly Column<Row>[], more: readonly Column<Row>[] = []) =>
    columnsAsked(chosenColumns[list], columns === null ? all : [...all, ...more], columns);
  switch (list) {
    case 'payments':
      return lines(of(paymentColumns, differenceColumns), paymentBatches(scope, query), zone);
    case 'deposits':
      return lines(
        of([...depositColumns, ...(risk ? depositRiskColumns : [])]),
        depositBatches(scope, query),
        zone,
      );
    case 'exceptions':
      return lines(of(exceptionColumns), exceptionBatches(scope, query, me), zone);
    case 'callbacks':
      return lines(of(callbackColumns), callbackBatches(scope, query), zone);
    case 'refunds':
      return lines(of(refundExportColumns), refundBatches(scope, query), zone);
    case 'withdrawals':
      return lines(
        of([...withdrawalColumns, ...(risk ? withdrawalRiskColumns : [])]),
        withdrawalBatches(scope, query),
        zone,
      );
  }
}

export const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'business';

/**
 * Everything that a list shows under these filters, as CSV, however long: exact digits, a currency beside each
 * amount, the source of each value. That it was taken is audited before the first byte. Throws Problem 'not-found'
 * or 'forbidden'.
 */
export async function exportList(
  context: Context<PersonActor>,
  business: string,
  list: ExportName,
  asked: ListQuery,
  /** The list's columns that were chosen, in their order: `status,expected`. Null for everything that is known. */
  columns: string | null = null,
): Promise<CsvExport> {
  const scope = requirePermission(context, business, 'export');
  const query = askedBy(lists[list], scope.may('risk.read'), asked);
  const label = (await businessesOf(context)).find((one) => one.businessId === scope.businessId);
  if (!label) throw new Problem('not-found', 'There is no such business, or you have no part in it.');
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: scope.businessId,
      action: 'export.csv',
      objectType: 'list',
      objectId: list,
      after: { filters: listParameters(query), columns, withRisk: scope.may('risk.read') },
    }),
  );
  const zone: Zone = { name: label.timeZone, time: zonedTime(label.timeZone) };
  const day = zone.time(context.clock.now()).slice(0, 10);
  const lines = logged(context, linesOf(list, scope, context.actor.personId, { query, columns }, zone));
  return { fileName: `${slug(label.name)}-${list}-${day}.csv`, body: streamOf(lines) };
}

/** A stream that breaks can't tell why to the browser any more. */
export async function* logged(context: Context<PersonActor>, source: Lines): Lines {
  try {
    yield* source;
  } catch (error) {
    context.log.error({ error }, 'an export broke off');
    throw error;
  }
}

/** The next batch is read only when the one before it has left, and no more of them once nobody listens. */
export function streamOf(source: Lines): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}
