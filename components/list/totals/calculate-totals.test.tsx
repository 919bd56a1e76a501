import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LocaleContext, NowContext } from '#components/ui/locale-context.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { CalculateTotals } from './calculate-totals.tsx';

/** Friday 20 November 2026, 18:02:11 UTC. */
const moment = 1_795_197_731;

const renderTotals = (calculatedAt: number | null) =>
  renderToStaticMarkup(
    <LocaleContext value={{ locale: 'en-GB', zone: 'Europe/Berlin' }}>
      <NowContext value={moment + 600}>
        <CalculateTotals
          address=""
          bound={100_000}
          calculatedAt={calculatedAt === null ? null : unixSeconds(calculatedAt)}
          onDone={() => {}}
        />
      </NowContext>
    </LocaleContext>,
  ).replaceAll(/<[^>]*>/g, '');

test('shows the time of totals that were calculated on request', () => {
  expect(renderTotals(null)).toBe('More than 100,000 paymentsCalculate totals');
  expect(renderTotals(moment)).toBe('as of 19:02Calculate totals again');
});
