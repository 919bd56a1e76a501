import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { wholeList } from '#lib/lists/model/query.ts';
import { instant } from '#lib/values/instant.ts';
import { NothingWaits } from './nothing-waits.tsx';

const words = (lastReadAt: number | null) =>
  renderToStaticMarkup(
    <NothingWaits
      query={wholeList}
      source={{
        isSetUp: true,
        lastReadAt: lastReadAt === null ? null : instant(lastReadAt),
        failing: null,
        recorded: false,
        assessed: false,
      }}
      wholeHref={null}
    />,
  );

test('an empty queue is an all-clear only where something could have been flagged', () => {
  expect(words(null)).toContain('Nothing has been read from the service yet');
  expect(words(null)).toContain('is no all-clear');
  expect(words(1_795_197_731_000)).toContain('Nothing is flagged and waiting');
  expect(words(1_795_197_731_000)).not.toContain('all-clear');
});
