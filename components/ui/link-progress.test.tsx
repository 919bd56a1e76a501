import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { LinkProgress } from './link-progress.tsx';

const status = vi.hoisted(() => ({ pending: false }));
vi.mock('next/link', () => ({ useLinkStatus: () => status }));

test('shows that the page behind a link is loading, to sight only', () => {
  expect(renderToStaticMarkup(<LinkProgress />)).not.toContain('animate-awaited');
  status.pending = true;
  const markup = renderToStaticMarkup(<LinkProgress />);
  expect(markup).toContain('animate-awaited');
  expect(markup).toContain('aria-hidden="true"');
});
