import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ConflictsView } from '#lib/connection/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { ConflictsSection } from './conflicts-section.tsx';

const record = {
  kind: 'payment',
  fields: ['displayCurrency'],
  changedAt: instant(0),
  fingerprint: '',
} as const;
const records = (open: number, acknowledged: number) =>
  Array.from({ length: open + acknowledged }, (_, n) => ({
    ...record,
    id: String(n),
    acknowledged: n >= open,
  }));
const render = (conflicts: ConflictsView) =>
  renderToStaticMarkup(
    <ConflictsSection
      businessId="b"
      conflicts={conflicts}
      mayAcknowledge={false}
      onAcknowledged={() => undefined}
    />,
  );
const readText = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('counts conflicts without an acknowledgement and says how many are shown', () => {
  const shortList = render({
    records: records(1, 15),
    unacknowledged: { count: 1, more: false },
    kindsWithMore: [],
  });
  expect(readText(shortList)).toContain(
    'Conflicting data received 1 Showing 1 unacknowledged and 15 acknowledged conflicts.',
  );
  expect(shortList).not.toContain('derived=conflict');
});

test('links to the lists of all conflicts when more exist', () => {
  const longList = render({
    records: records(20, 0),
    unacknowledged: { count: 1_000, more: true },
    kindsWithMore: ['payment', 'withdrawal'],
  });
  expect(readText(longList)).toContain(
    '1,000+ Showing 20 unacknowledged conflicts. Show all records with conflicting data: payments withdrawals',
  );
  expect(longList.match(/href="[^"]*derived[^"]*"/g)).toEqual([
    'href="/b/payments?derived=conflict"',
    'href="/b/withdrawals?derived=conflict"',
  ]);
});
