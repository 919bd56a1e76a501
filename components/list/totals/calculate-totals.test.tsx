import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LocaleContext, NowContext } from '#components/ui/locale-context.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { AddUp } from './calculate-totals.tsx';

/** Friday 20 November 2026, 18:02:11 UTC. */
const moment = 1_795_197_731;

const shown = (addedAt: number | null) =>
  renderToStaticMarkup(
    <LocaleContext value={{ locale: 'en-GB', zone: 'Europe/Berlin' }}>
      <NowContext value={moment + 600}>
        <AddUp
          address=""
          bound={100_000}
          addedAt={addedAt === null ? null : unixSeconds(addedAt)}
          onDone={() => {}}
        />
      </NowContext>
    </LocaleContext>,
  ).replaceAll(/<[^>]*>/g, '');

test('totals that were added up on request say of when they are', () => {
  expect(shown(null)).toBe('More than 100,000 rowsAdd them up');
  expect(shown(moment)).toBe('as of 19:02Add up again');
});
