import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { NotificationView } from '#lib/notifications/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { NotificationsPage } from './notifications-page.tsx';

const at = instant(1_793_000_000_000);
const opened: NotificationView = {
  ...{ id: 'n', kind: 'case-opened', recordId: 'c19', transition: 'opened', label: '19', at, isRead: false },
  burst: { count: 0, newest: [] },
};
const render = (row: NotificationView) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NotificationsPage businessId="b" firstPage={{ rows: [row], next: null }} readAt={at} />
    </QueryClientProvider>,
  );

test('links one case to its page', () => {
  const html = render(opened);
  expect(html).toContain('href="/b/reviews/c19"');
  expect(html).not.toContain('more');
});

test('links a burst to the queue, names the newest cases and counts the others', () => {
  const newest = ['18', '17', '16'].map((label) => ({
    ...{ recordId: `c${label}`, transition: 'opened', label },
  }));
  const html = render({ ...opened, burst: { count: 98, newest } });
  expect(html).toContain('href="/b/reviews"');
  for (const number of ['19', '18', '17', '16']) expect(html).toContain(`href="/b/reviews/c${number}"`);
  expect(html).toContain('and 95 more');
});
