import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LocaleContext } from '#components/ui/locale-context.ts';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { PersonLocale } from './person-locale.tsx';

const render = (seesOwnZone: boolean, ownZone = 'America/New_York') =>
  renderToStaticMarkup(
    <LocaleContext value={{ locale: 'en-GB', zone: ownZone }}>
      <PersonLocale
        display={{ locale: null, hourCycle: null }}
        businessZone="Europe/Berlin"
        seesOwnZone={seesOwnZone}
      >
        <DateTime at={unixSeconds(1_795_197_731)} precise /> <ZoneNote />
      </PersonLocale>
    </LocaleContext>,
  ).replaceAll(/<[^>]*>/g, '');

test('shows times in the zone of the business, in which its days begin', () => {
  expect(render(false)).toContain('19:02:11');
  expect(render(false)).toContain('Times in Europe/Berlin Use my time zone');
});

test('shows times in the own zone of a person who chose it', () => {
  expect(render(true)).toContain('13:02:11');
  expect(render(true)).toContain('Times in America/New_York Use the time zone of the business');
});

test('offers no choice between equal zones', () => {
  expect(render(false, 'Europe/Berlin')).toMatch(/Times in Europe\/Berlin$/);
});
