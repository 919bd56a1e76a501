import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AttentionItem } from '#lib/reports/schema/overview.ts';
import { parseTotal } from '#lib/values/amount.ts';
import { AttentionList } from './attention.tsx';

const item = (extent: Pick<AttentionItem, 'eur' | 'withoutEur'>): AttentionItem => ({
  ...{ kind: 'exception-open', count: 5, more: false, until: null, inferred: false },
  ...extent,
});

const read = (one: AttentionItem) =>
  renderToStaticMarkup(
    <AttentionList
      base="/b"
      view={{
        attention: [one],
        query: { days: 30, in: null, out: null },
        period: { from: '2026-11-01', to: '2026-11-30' },
        today: '2026-12-01',
      }}
    />,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('shows the EUR amount and says how many items have none, never as zero', () => {
  expect(read(item({ eur: parseTotal('90.5'), withoutEur: 2 }))).toMatch(
    /5 unresolved exceptions 90\.50 EUR \+ 2 without EUR amount/,
  );
  expect(read(item({ eur: parseTotal('90.5'), withoutEur: 0 }))).not.toContain('without EUR');
  const unreported = read(item({ eur: null, withoutEur: 5 }));
  expect(unreported).toContain('no EUR amount');
  expect(unreported).not.toMatch(/\b0\b/);
  // Withdrawals and callbacks have no EUR amount.
  expect(read(item({}))).not.toContain('EUR');
});
