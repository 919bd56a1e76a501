import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RunView } from '#lib/schedules/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { RunHistory, RunState } from './run-history.tsx';

const run: RunView = {
  ...{ runId: 'r', startedAt: instant(0), endedAt: instant(1), expiresAt: instant(2) },
  state: 'done',
  ...{ problem: null, requestedBy: null, recipients: [], isMine: true },
  withoutRate: { count: 2, path: 'reports/accounting?target=xero&currency=USDT' },
};

test('says how many entries are left out, with a link to where a rate is entered', () => {
  const pages = [
    <RunState key="state" businessId="b" run={run} />,
    <RunHistory key="history" businessId="b" name="Books" runs={[run]} />,
  ];
  for (const page of pages) {
    const text = renderToStaticMarkup(page);
    expect(text).toContain('2 entries left out, no rate');
    expect(text).toContain('href="/b/reports/accounting?target=xero&amp;currency=USDT"');
  }
});

test('says nothing where no entry is left out', () => {
  const text = renderToStaticMarkup(<RunState businessId="b" run={{ ...run, withoutRate: null }} />);
  expect(text).not.toContain('left out');
});
