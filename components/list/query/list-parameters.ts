import { createMultiParser } from 'nuqs';
import type { ListSpec } from '#lib/lists/model/query.ts';

/** The URL parameters of the display settings. */
export const displayParameters = ['columns', 'density', 'view'] as const;

/** Reads a text parameter. Repeated values are joined by commas, as the server does. */
const asText = createMultiParser<string>({
  parse: (values) => values.join(',') || null,
  serialize: (text) => [text],
});

/** Creates the parsers of every URL parameter of a list. */
export function createListParameters({ filters }: Pick<ListSpec, 'filters'>) {
  const names = [
    ...Object.keys(filters),
    'q',
    'sort',
    'only',
    'except',
    'after',
    'before',
    'first',
    'open',
    ...displayParameters,
  ];
  return Object.fromEntries(names.map((name) => [name, asText]));
}
