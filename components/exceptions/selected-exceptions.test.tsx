import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { SelectedExceptions } from './selected-exceptions.tsx';

vi.mock('#lib/exceptions/actions.ts', () => ({ workPickedAction: vi.fn() }));

const barOf = (asked: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SelectedExceptions
        businessId="b"
        asked={asked}
        filtered={null}
        count={{ count: 2, more: false }}
        labels={[]}
        seen={() => ({})}
        onDone={() => undefined}
      />
    </QueryClientProvider>,
  );

test.each(['work=resolved', 'resolvedAt=this-month', 'resolvedAt=2026-11-01..2026-11-20&owner=me'])(
  'what is resolved can be opened again: %s',
  (asked) => {
    expect(barOf(asked)).toContain('Open again');
    expect(barOf(asked)).not.toContain('Resolve');
  },
);

test.each(['', 'state=under', 'work=open', 'work=open,resolved', 'changedAt=today'])(
  'what may be open can be resolved: %s',
  (asked) => {
    expect(barOf(asked)).toContain('Resolve');
    expect(barOf(asked)).not.toContain('Open again');
  },
);
