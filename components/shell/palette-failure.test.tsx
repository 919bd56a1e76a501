import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { navigationGroups } from './navigation.tsx';
import { PaletteResults } from './palette-results.tsx';

const groups = navigationGroups('b', ['refunds']);
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

test('that records could not be looked up is said beside pages that were found', () => {
  expect(shown('ref', 'The server did not answer.')).toContain('The server did not answer.');
  expect(shown('ref', null)).not.toContain('could not be looked up');
});

test('it is said once where nothing was found', () => {
  expect(shown('order', 'The server did not answer.').split('The server did not answer.')).toHaveLength(2);
});
