import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AttentionList } from '#components/overview/attention.tsx';
import { instant } from '#lib/values/instant.ts';
import { UnstoredByDay } from './unstored.tsx';

const day = (kind: string, reason: string, count: number) => ({
  count,
  days: [{ day: '2026-11-20', kind, reason, count, firstAt: instant(0), lastAt: instant(0) }],
});

test('has a section with the same count for each link on Overview', () => {
  const waiting = { more: false, until: null, inferred: false } as const;
  const overview = renderToStaticMarkup(
    <AttentionList
      base="/b"
      view={{
        attention: [
          { kind: 'callback-misaddressed', count: 137, ...waiting },
          { kind: 'callback-unavailable', count: 46, ...waiting },
        ],
        query: { days: 7, in: null, out: null },
        period: { from: '2026-11-13', to: '2026-11-19' },
        today: '2026-11-20',
      }}
    />,
  );
  const refused = renderToStaticMarkup(
    <UnstoredByDay
      unstored={{
        timeZone: 'UTC',
        dayCount: 8,
        misaddressed: day('unknown', 'secret', 137),
        unavailable: day('deposit-received', 'unavailable', 46),
        withdrawals: day('withdrawal', 'secret', 9),
      }}
    />,
  );
  const anchors = [
    ...overview.matchAll(/href="\/b\/callbacks\/refused\?days=8#([^"]+)".*?tabular-nums[^"]*">(\d+)/g),
  ];
  expect(anchors.map(([, anchor, count]) => [anchor, count])).toEqual([
    ['misaddressed', '137'],
    ['unavailable', '46'],
  ]);
  for (const [, anchor, count] of anchors)
    expect(refused).toMatch(new RegExp(`id="${anchor}".*?<h2[^>]*>[^<]*</h2><span[^>]*>${count}</span>`));
  expect(refused).toContain('the last 8 days, including today');
});
