import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SelectedExceptions } from './selected-exceptions.tsx';

const renderBar = (address: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SelectedExceptions
        businessId="b"
        query={address}
        filtered={null}
        count={{ count: 2, more: false }}
        labels={[]}
        seenValues={() => ({})}
        onDone={() => undefined}
      />
    </QueryClientProvider>,
  );

test.each(['work=resolved', 'resolvedAt=this-month', 'resolvedAt=2026-11-01..2026-11-20&owner=me'])(
  'offers to reopen resolved exceptions: %s',
  (address) => {
    expect(renderBar(address)).toContain('Reopen');
    expect(renderBar(address)).not.toContain('Resolve');
  },
);

test.each(['', 'state=under', 'work=open', 'work=open,resolved', 'changedAt=today'])(
  'offers to resolve exceptions that may be open: %s',
  (address) => {
    expect(renderBar(address)).toContain('Resolve');
    expect(renderBar(address)).not.toContain('Reopen');
  },
);
