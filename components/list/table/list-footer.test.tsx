import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { slowCount } from '#lib/lists/model/query.ts';
import { Count } from './list-footer.tsx';

const count = { count: 1_204, more: true };

test('formats a count and hides it while it is outdated', () => {
  expect(renderToStaticMarkup(<Count count={count} isOutdated={false} />)).toBe('1,204+');
  const awaited = renderToStaticMarkup(<Count count={count} isOutdated />);
  expect(awaited).toMatch(/<span class="invisible[^"]*">1,204\+<\/span>/);
  expect(awaited.replace(/<span class="invisible[^"]*">[^<]*<\/span>/, '')).not.toContain('1,204');
});

test('says that a list whose count took too long has many rows', () => {
  expect(renderToStaticMarkup(<Count count={slowCount} isOutdated={false} />)).toBe('many');
});
