import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { wholeList } from '#lib/lists/model/query.ts';
import { instant } from '#lib/values/instant.ts';
import { EmptyQueue } from './empty-queue.tsx';

const render = (lastReadAt: number | null) =>
  renderToStaticMarkup(
    <EmptyQueue
      query={wholeList}
      source={{
        isSetUp: true,
        lastReadAt: lastReadAt === null ? null : instant(lastReadAt),
        failing: null,
        assessed: false,
      }}
      wholeHref={null}
    />,
  );

test('an empty queue says what its cases cover', () => {
  expect(render(null)).toContain('Cases cover only records that the service has reported to Countinghouse.');
  expect(render(1_795_197_731_000)).toContain(
    'Cases cover only records that the service has reported to Countinghouse.',
  );
});

test('an empty queue says that there are no cases only where a deposit could have been flagged', () => {
  expect(render(null)).toContain('No payments refreshed yet');
  expect(render(null)).toContain('Payments can be risky even if the queue is empty.');
  expect(render(null)).not.toContain('No cases to review');
  expect(render(1_795_197_731_000)).toContain('No cases to review');
  expect(render(1_795_197_731_000)).not.toContain('Payments can be risky');
});
