import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Count } from './list-foot.tsx';

const count = { count: 1_204, more: true };

test('a count is shown in words, and only keeps its room while it is of other filters', () => {
  expect(renderToStaticMarkup(<Count count={count} isAwaited={false} />)).toBe('1,204+');
  const awaited = renderToStaticMarkup(<Count count={count} isAwaited />);
  expect(awaited).toMatch(/<span class="invisible[^"]*">1,204\+<\/span>/);
  expect(awaited.replace(/<span class="invisible[^"]*">[^<]*<\/span>/, '')).not.toContain('1,204');
});
