import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { QueryHydration } from './query-hydration.tsx';
import { recordKey } from './query-keys.ts';

const queryKey = recordKey('business', 'payments', 'one');
const read = vi.fn(() => Promise.resolve('read by the browser'));
const Page = () => useSuspenseQuery({ queryKey, queryFn: read, staleTime: 30_000 }).data;

function render(client: QueryClient, at: number) {
  const queries = [{ queryKey, data: 'read by the server', at }];
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <QueryHydration queries={queries}>
        <Page />
      </QueryHydration>
    </QueryClientProvider>,
  );
}

test('shows what the server has read, without a request', () => {
  const client = new QueryClient();
  expect(render(client, Date.now())).toBe('read by the server');
  expect(read).not.toHaveBeenCalled();
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
});

test('keeps what the browser has read later', () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, 'read by the browser', { updatedAt: 2_000 });
  expect(render(client, 1_000)).toBe('read by the browser');
});
