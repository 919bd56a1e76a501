import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { Age } from './age.tsx';
import { NowContext } from './locale-context.ts';

const hour = 3_600;
const now = 1_800_000_000;
const render = (seconds: number, props: { oldAfterDays?: number; showHours?: boolean } = {}) =>
  renderToStaticMarkup(
    <NowContext value={now}>
      <Age since={unixSeconds(now - seconds)} {...props} />
    </NowContext>,
  );

test.each([
  [-5, 'Less than a day', 'Under 1 h'],
  [hour - 1, 'Less than a day', 'Under 1 h'],
  [hour, 'Less than a day', '1 h'],
  [47 * hour + 3_000, '1 day', '47 h'],
  [48 * hour, '2 days', '2 days'],
])('shows the age of %d seconds', (seconds, inDays, inHours) => {
  expect(render(seconds)).toContain(`>${inDays}<`);
  expect(render(seconds, { showHours: true })).toContain(`>${inHours}<`);
});

test('emphasizes what is older than the given number of full days', () => {
  expect(render(30 * 24 * hour, { oldAfterDays: 30 })).not.toContain('text-attention');
  expect(render(31 * 24 * hour, { oldAfterDays: 30 })).toContain('text-attention');
});
