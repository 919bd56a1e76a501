import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { NoMatch } from './no-match.tsx';

const render = (query: Partial<ListQuery>) =>
  renderToStaticMarkup(<NoMatch query={{ ...wholeList, ...query }} clearHref="/payments?view=all" />);
const expired = { status: ['EXPIRED'] };

test('advises to change what the list is limited by: the search, the filters, or either', () => {
  expect(render({ q: 'zz' })).not.toContain('filter');
  expect(render({ q: 'zz' })).toContain('Check the search text.');
  expect(render({ choices: expired })).not.toContain('search text');
  expect(render({ choices: expired })).toContain('remove a filter');
  expect(render({ q: 'zz', choices: expired })).toContain('Check the search text, or remove a filter.');
});
