import { createMultiParser } from 'nuqs';
import type { ListSpec } from '#lib/lists/model/query.ts';

/** How the rows are shown, whichever they are. */
export const displayParameters = ['columns', 'density', 'view'] as const;

/** Text of an address. What is given more than once stands together, as where the server reads it. */
const asText = createMultiParser<string>({
  parse: (given) => given.join(',') || null,
  serialize: (text) => [text],
});

/** Every parameter that a list has in its address. */
export function createListParameters({ filters }: Pick<ListSpec, 'filters'>) {
  const names = [
    ...Object.keys(filters),
    'q',
    'sort',
    'only',
    'except',
    'after',
    'before',
    'open',
    ...displayParameters,
  ];
  return Object.fromEntries(names.map((name) => [name, asText]));
}
