import 'server-only';
import * as z from 'zod';
import { tApi } from '#lib/messages/api.ts';
import {
  isRowsCursor,
  listClosedPeriods,
  readClosedPeriod,
  readStatement,
  readStatementRows,
} from '#lib/statements/index.ts';
import { memoLines, statementLines, sumNames } from '#lib/statements/model/lines.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import type { ClosedPeriod } from '#lib/statements/schema.ts';
import { statementQuery } from '#lib/statements/schema.ts';
import { settlementCurrency } from '#lib/statements/schema-currency.ts';
import { listParameters } from './list-query.ts';
import { apiSignedAmount, apiTime, writeTime, writeTimeOrNull } from './model-record.ts';
import { ApiRefusal } from './problem.ts';
import type { ApiRoute } from './route.ts';
import { createRecordRoute } from './route.ts';
import { businessParameter } from './schema.ts';

const closedPeriod = z.object({
  closeId: z.string(),
  currency: z.string(),
  number: z.int(),
  revision: z.int(),
  from: z.string(),
  to: z.string(),
  closing: apiSignedAmount.nullable(),
  closedAt: apiTime,
  signedBy: z.string(),
  approvedBy: z.string(),
  packSha256: z.string(),
  reopenedAt: apiTime.nullable(),
});
const closedPeriodSchema = closedPeriod.meta({ id: 'ClosedPeriod' });

const writePeriod = (period: ClosedPeriod) => ({
  ...period,
  closedAt: writeTime(period.closedAt),
  reopenedAt: writeTimeOrNull(period.reopenedAt),
});

const sum = apiSignedAmount.nullable();
const figures = z.object({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  beginsAt: z.string(),
  endsAt: z.string(),
  countsCallbacks: z.boolean(),
  opening: sum,
  lines: z.array(z.object({ name: z.enum(statementLines), count: z.int(), amount: sum })),
  memo: z.array(z.object({ name: z.enum(memoLines), amount: sum, known: z.int(), count: z.int() })),
  withoutCurrency: z.int(),
  refunds: z.array(z.object({ coin: z.string(), count: z.int(), amount: sum, known: z.int(), fee: sum })),
  refundsWithout: z.object({ currency: z.int(), date: z.int() }),
  change: apiSignedAmount,
  closing: sum,
});

/** The choices of the page of a statement, with the defaults of its address. */
const choice = {
  currency: settlementCurrency.optional().meta({ description: tApi('parameter.settlementCurrency') }),
  period: z
    .string()
    .refine((text) => parsePeriod(text) !== null, tApi('invalid.value'))
    .optional()
    .meta({ description: tApi('parameter.period') }),
};
const chosen = statementQuery.partial();

const figuresRoute: ApiRoute = {
  path: '/statement-figures',
  summary: tApi('operation.statementFigures'),
  scope: 'statements:read',
  query: z.strictObject({ business: businessParameter, ...choice }),
  response: figures
    .extend({ closed: closedPeriodSchema.nullable(), laterFacts: z.int() })
    .meta({ id: 'StatementFigures' }),
  read: async ({ context, businessId, parameters }) => {
    const view = await readStatement(context, businessId, chosen.parse(parameters));
    const closed = view.closed && writePeriod(view.closed);
    return { ...view.figures, closed, laterFacts: view.laterFacts };
  },
};

/** The place in the rows of one line of one statement. The period by default changes while a program reads. */
const rowsCursor = z.tuple([z.string(), z.string(), z.enum(sumNames), z.string().refine(isRowsCursor)]);

function readCursor(text: string): z.output<typeof rowsCursor> {
  try {
    return rowsCursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new ApiRefusal('invalid-cursor');
  }
}

const writeCursor = (cursor: z.input<typeof rowsCursor>): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

const rowsQuery = z.strictObject({
  business: businessParameter,
  ...choice,
  line: z
    .enum(sumNames)
    .default('credited')
    .meta({ description: tApi('parameter.line', { values: sumNames.join(', ') }) }),
  limit: listParameters.limit,
  cursor: listParameters.cursor,
});

const rowsRoute: ApiRoute = {
  path: '/statement-rows',
  summary: tApi('operation.statementRows'),
  scope: 'statements:read',
  query: rowsQuery,
  response: z
    .object({
      currency: z.string(),
      from: z.string(),
      to: z.string(),
      line: z.enum(sumNames),
      count: z.int(),
      amount: sum,
      expired: z.object({ count: z.int(), amount: sum }).nullable(),
      data: z.array(
        z
          .object({
            line: z.enum(statementLines),
            kind: z.enum(['deposit', 'withdrawal', 'settlement', 'difference']),
            recordId: z.string(),
            at: apiTime,
            amount: sum,
            serviceFee: sum,
            distributedFee: sum,
            depegLoss: sum,
          })
          .meta({ id: 'StatementRow' }),
      ),
      nextCursor: z.string().nullable(),
    })
    .meta({ id: 'StatementRows' }),
  read: async ({ context, businessId, parameters }) => {
    const { business: _business, limit, cursor, line, ...rest } = rowsQuery.parse(parameters);
    const place = cursor === undefined ? null : readCursor(cursor);
    const [currency = rest.currency, period = rest.period] = place ?? [];
    const isOther =
      place !== null &&
      (place[2] !== line || (rest.currency ?? currency) !== currency || (rest.period ?? period) !== period);
    if (isOther) throw new ApiRefusal('invalid-cursor');
    const view = await readStatementRows(context, businessId, {
      ...chosen.parse({ currency, period }),
      line,
      after: place?.[3] ?? null,
      size: limit,
    });
    const { from, to, text } = view.period;
    return {
      currency: view.currency,
      from,
      to,
      line: view.line,
      count: view.count,
      amount: view.amount,
      expired: view.expired,
      data: view.rows.map(({ at, memo, ...row }) => ({ ...row, at: writeTime(at), ...memo })),
      nextCursor: view.next && writeCursor([view.currency, text, line, view.next]),
    };
  },
};

export const statementRoutes: readonly ApiRoute[] = [
  createRecordRoute({
    path: '/statements',
    summary: tApi('operation.statements'),
    scope: 'statements:read',
    response: z.object({ data: z.array(closedPeriodSchema) }),
    read: async (context, businessId) => ({
      data: (await listClosedPeriods(context, businessId)).map(writePeriod),
    }),
  }),
  createRecordRoute({
    path: '/statements/{id}',
    summary: tApi('operation.statement'),
    scope: 'statements:read',
    response: closedPeriod.extend({ figures }).meta({ id: 'Statement' }),
    read: async (...input) => {
      const found = await readClosedPeriod(...input);
      return { ...writePeriod(found.period), figures: found.figures };
    },
  }),
  figuresRoute,
  rowsRoute,
];
