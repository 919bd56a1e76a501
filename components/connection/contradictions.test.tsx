import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ContradictionsView } from '#lib/connection/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { Contradictions } from './contradictions.tsx';

const record = { kind: 'payment', fields: ['displayCurrency'], changedAt: instant(0), said: '' } as const;
const records = (open: number, acknowledged: number) =>
  Array.from({ length: open + acknowledged }, (_, n) => ({
    ...record,
    id: String(n),
    acknowledged: n >= open,
  }));
const markup = (contradictions: ContradictionsView) =>
  renderToStaticMarkup(
    <Contradictions
      businessId="b"
      contradictions={contradictions}
      mayAcknowledge={false}
      onAcknowledged={() => undefined}
    />,
  );
const words = (shown: string) =>
  shown
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('the number is of those that nobody has acknowledged; how many are shown is said', () => {
  const few = markup({ records: records(1, 15), unseen: { count: 1, more: false }, more: [] });
  expect(words(few)).toContain(
    'does not fit together 1 Shown here: 1 that nobody has acknowledged and 15 acknowledged.',
  );
  expect(few).not.toContain('derived=conflict');
});

test('where there are more the lists that have them all are a step away', () => {
  const many = markup({
    records: records(20, 0),
    unseen: { count: 1_000, more: true },
    more: ['payment', 'withdrawal'],
  });
  expect(words(many)).toContain('1,000+ Shown here: 20 that nobody has acknowledged.');
  expect(many.match(/href="[^"]*derived[^"]*"/g)).toEqual([
    'href="/b/payments?derived=conflict"',
    'href="/b/withdrawals?derived=conflict"',
  ]);
});
