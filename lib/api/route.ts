import 'server-only';
import * as z from 'zod';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import type { ListPage, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { tApi } from '#lib/messages/api.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { listQuerySchema, readListQuery } from './list-query.ts';
import { ApiRefusal } from './problem.ts';
import { businessParameter } from './schema.ts';

/** One address of the API that reads. The dispatcher, the OpenAPI document and the tests all read this. */
export type ApiRoute = {
  /** `/payments/{id}` */
  readonly path: string;
  readonly summary: string;
  readonly scope: ApiScope;
  readonly query: z.ZodObject;
  readonly response: z.ZodType;
  /** `id` is empty for a list. */
  readonly read: (input: {
    readonly context: Context<PersonActor>;
    readonly businessId: BusinessId;
    readonly id: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  }) => Promise<unknown>;
};

export const hasId = ({ path }: Pick<ApiRoute, 'path'>): boolean => path.includes('{id}');

type ListRouteInput<Row> = Pick<ApiRoute, 'path' | 'summary' | 'scope'> & {
  readonly spec: ListSpec;
  /** False where a row has no single time of its last change. Fields that follow other records don’t move it. */
  readonly hasChangeTime: boolean;
  readonly list: (
    context: Context<PersonActor>,
    business: string,
    query: ListQuery,
    size: number,
  ) => Promise<ListPage<Row>>;
  readonly record: z.ZodType;
  readonly write: (row: Row) => unknown;
};

/** Returns the parameter of a period: that of the time by which the list is ordered, if it has one. */
function findPeriod({ filters }: ListSpec): string {
  const periods = Object.entries(filters).flatMap(([name, filter]) =>
    filter.kind === 'days' ? [{ name, isOwn: filter.orders === 'own' }] : [],
  );
  return (periods.find(({ isOwn }) => isOwn) ?? periods[0])?.name ?? '';
}

/** Creates the route of a list that pages show, with the same query and filters. */
export const createListRoute = <Row>(input: ListRouteInput<Row>): ApiRoute => ({
  path: input.path,
  summary: input.summary,
  scope: input.scope,
  query: listQuerySchema(input.spec, input.hasChangeTime),
  response: z.object({ data: z.array(input.record), nextCursor: z.string().nullable() }),
  read: async ({ context, businessId, parameters }) => {
    const { query, size } = readListQuery(input.spec, parameters);
    const page = await input.list(context, businessId, query, size);
    if (page.isCursorInvalid) throw new ApiRefusal('invalid-cursor');
    // A page may show only the newest rows where all take too long. A program must not take them for all.
    if (page.searchedDays !== null)
      throw new ApiRefusal('period-required', { parameter: findPeriod(input.spec) });
    return { data: page.rows.map(input.write), nextCursor: page.after };
  },
});

type RecordRouteInput = Pick<ApiRoute, 'path' | 'summary' | 'scope' | 'response'> & {
  readonly read: (context: Context<PersonActor>, businessId: BusinessId, id: string) => Promise<unknown>;
};

/** Creates the route of one record, or of something that a business has once. Null answers that it doesn't exist. */
export const createRecordRoute = ({ read, ...route }: RecordRouteInput): ApiRoute => ({
  ...route,
  query: z.strictObject({ business: businessParameter }),
  read: async ({ context, businessId, id }) => {
    const record = await read(context, businessId, id);
    if (record === null) throw new ApiRefusal('not-found');
    return record;
  },
});

/** The parameters in the path of a record. */
export const idParameter = z.object({ id: z.uuid().meta({ description: tApi('parameter.id') }) });

/** The input of a write beside its checked body. `id` is empty where the path has none. */
type WriteInput = {
  readonly context: Context<PersonActor>;
  readonly businessId: BusinessId;
  readonly id: string;
};

/** One address of the API that writes, with POST. */
export type ApiWrite = Pick<ApiRoute, 'path' | 'summary' | 'scope' | 'query' | 'response'> & {
  readonly body: z.ZodObject;
  /** Does the write, and passes `onMade` to its verb. */
  readonly write: (input: WriteInput & { readonly body: unknown; readonly onMade: OnMade }) => Promise<void>;
  /** Reads the present state of what was made. */
  readonly read: (input: WriteInput & { readonly madeId: string }) => Promise<unknown>;
};

type WriteRouteInput<Body extends z.ZodObject> = Omit<ApiWrite, 'query' | 'body' | 'write'> & {
  readonly body: Body;
  readonly write: (
    input: WriteInput & { readonly body: z.output<Body>; readonly onMade: OnMade },
  ) => Promise<void>;
};

/** Creates the route of a verb. */
export const createWriteRoute = <Body extends z.ZodObject>({
  body: schema,
  write,
  ...route
}: WriteRouteInput<Body>): ApiWrite => ({
  ...route,
  body: schema,
  query: z.strictObject({ business: businessParameter }),
  write: ({ body, ...input }) => write({ ...input, body: schema.parse(body) }),
});
