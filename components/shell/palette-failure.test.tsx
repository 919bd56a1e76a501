import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listNavigationGroups } from './navigation.tsx';
import { PaletteResults } from './palette-results.tsx';

const groups = listNavigationGroups('b', ['refunds']);
const shown = (typed: string, failure: string | null) =>
  renderToStaticMarkup(
    <PaletteResults
      businessId="b"
      groups={groups}
      typed={typed}
      found={{ view: null, isPending: false, failure }}
      onGo={() => undefined}
    />,
  );

test('shows the error beside matching pages', () => {
  expect(shown('ref', 'The server did not answer.')).toContain('The server did not answer.');
  expect(shown('ref', null)).not.toContain('search failed');
});

test('shows the error once where nothing matches', () => {
  expect(shown('order', 'The server did not answer.').split('The server did not answer.')).toHaveLength(2);
});
