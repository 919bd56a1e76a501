import 'server-only';
import * as z from 'zod';
import type { FilterSpec, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery, restrictSpec, wholeList } from '#lib/lists/model/query.ts';
import { tApi } from '#lib/messages/api.ts';
import { ApiRefusal } from './problem.ts';
import { businessParameter, maximumLimit } from './schema.ts';

/** Values of a filter that its description names. */
const namedValues = 12;

function describeFilter(filter: FilterSpec): string {
  const { label } = filter;
  switch (filter.kind) {
    case 'choice': {
      const values = filter.choices
        .slice(0, namedValues)
        .map(({ value }) => value)
        .join(', ');
      return values === ''
        ? tApi('parameter.choice', { label })
        : tApi('parameter.choices', { label, values });
    }
    case 'id':
      return tApi('parameter.ids', { label });
    case 'days':
      return tApi('parameter.days', { label });
    case 'amount':
      return tApi('parameter.amount', { label });
    case 'number':
      return tApi('parameter.number', { label });
    case 'exact':
      return tApi('parameter.exact', { label });
  }
}

export const listParameters = {
  business: businessParameter,
  limit: z.coerce
    .number()
    .pipe(z.int().min(1).max(maximumLimit))
    .default(50)
    .meta({
      description: tApi('parameter.limit'),
      override: { type: 'integer', minimum: 1, maximum: maximumLimit },
    }),
  cursor: z
    .string()
    .regex(/^[\w-]{1,400}$/)
    .optional()
    .meta({ description: tApi('parameter.cursor') }),
  sort: z
    .enum(['newest', 'oldest'])
    .optional()
    .meta({ description: tApi('parameter.sort') }),
};

const updatedSince = {
  updated_since: z.iso
    .datetime({ offset: true })
    // PostgreSQL has no year 0.
    .regex(/^[12]/)
    .optional()
    .meta({ description: tApi('parameter.updatedSince') }),
};

/** The list of the API without filters that need risk detail, whose own rights the API doesn't mix with others. */
const toApiSpec = (spec: ListSpec): ListSpec => restrictSpec(spec, false);

/** Returns the schema of a list's parameters: those of the API, and the filters of the list's page. */
export function listQuerySchema(spec: ListSpec, hasChangeTime: boolean): z.ZodObject {
  const filters = Object.entries(toApiSpec(spec).filters).map(([name, filter]) => [
    name,
    z
      .string()
      .max(2_000)
      .optional()
      .meta({ description: describeFilter(filter) }),
  ]);
  return z.strictObject({
    ...Object.fromEntries(filters),
    ...listParameters,
    ...(hasChangeTime && updatedSince),
  });
}

const position = z.object({
  limit: listParameters.limit,
  cursor: listParameters.cursor,
  sort: listParameters.sort,
  updated_since: updatedSince.updated_since,
});

/**
 * Reads checked parameters as the query of the list.
 *
 * @throws ApiRefusal for a filter that can't be read: ignoring it would answer other records
 */
export function readListQuery(
  spec: ListSpec,
  parameters: Readonly<Record<string, unknown>>,
): { readonly query: ListQuery; readonly size: number } {
  const { limit, cursor = null, sort, updated_since: since } = position.parse(parameters);
  // A copy that reads the newest change first would miss what changes in the meantime.
  if (since !== undefined && sort === 'newest')
    throw new ApiRefusal('invalid-request', {
      errors: [{ parameter: 'sort', detail: tApi('invalid.sort') }],
    });
  const names = new Set(Object.keys(spec.filters));
  const { query, ignored } = parseListQuery(toApiSpec(spec), (name) => {
    const value = names.has(name) ? parameters[name] : undefined;
    return typeof value === 'string' ? value : null;
  });
  if (ignored.length > 0)
    throw new ApiRefusal('invalid-request', {
      errors: ignored.map((parameter) => ({ parameter, detail: tApi('invalid.value') })),
    });
  const changed: Partial<ListQuery> =
    since === undefined
      ? { sort: sort ?? 'newest' }
      : {
          by: 'changedAt',
          sort: 'oldest',
          days: { ...query.days, changedAt: { since: new Date(since).toISOString() } },
        };
  return { query: { ...query, ...changed, after: cursor }, size: limit };
}

/** The query that finds one record of a list. */
export const findOne = (id: string, choices: ListQuery['choices'] = {}): ListQuery => ({
  ...wholeList,
  choices,
  only: [id],
});
