import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ListCount } from '#lib/lists/model/query.ts';
import type { VisitChangeKind } from '#lib/reports/schema/overview.ts';
import { instant } from '#lib/values/instant.ts';
import { VisitChangesNotice } from './visit-changes-notice.tsx';

const none: ListCount = { count: 0, more: false };

function renderText(counts: Partial<Record<VisitChangeKind, ListCount>>): string {
  const all = {
    payments: none,
    deposits: none,
    refunds: none,
    withdrawals: none,
    exceptions: none,
    failedWithdrawals: none,
    ...counts,
  };
  const html = renderToStaticMarkup(
    <VisitChangesNotice
      base="/b"
      news={{ since: instant(Date.parse('2026-11-20T18:02:11Z')), counts: all }}
    />,
  );
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('says of each number what is new or changed, under a title that fits all of them', () => {
  const text = renderText({
    payments: { count: 1, more: false },
    exceptions: { count: 2, more: false },
    failedWithdrawals: { count: 3, more: false },
  });
  expect(text).toMatch(
    /^Since your last visit .* 1 new payment 2 new or changed exceptions 3 failed withdrawals$/,
  );
});

test('says so where only some of the changes are read', () => {
  const text = renderText({
    payments: { count: 1_000, more: true },
    exceptions: { count: 0, more: true },
    refunds: { count: 0, more: true },
  });
  expect(text).toMatch(/1,000\+ new payments New refunds Possibly new or changed exceptions$/);
});
