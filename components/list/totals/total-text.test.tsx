import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LocaleContext } from '#components/ui/locale-context.ts';
import { parseTotal } from '#lib/values/amount.ts';
import { TotalText } from './total-text.tsx';

const renderTotal = (known: number, locale: string) =>
  renderToStaticMarkup(
    <LocaleContext value={{ locale, zone: 'UTC' }}>
      <TotalText
        sum={{
          currency: 'EUR',
          count: 9_876_543,
          known,
          total: known === 0 ? null : parseTotal('1234567.5'),
        }}
        href={null}
        column={{ label: 'Actual' }}
      />
    </LocaleContext>,
  )
    .replaceAll(/ aria-label="([^"]*)"/g, '>$1<')
    .replaceAll(/ aria-description="([^"]*)"/g, '>$1<')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ');

test('names the rows and formats their number like the amount', () => {
  expect(renderTotal(8_765_432, 'en-GB')).toContain(
    '1,234,567.50 EUR includes 8,765,432 of 9,876,543 payments (with a reported amount)',
  );
  expect(renderTotal(8_765_432, 'de-DE')).toContain(
    '1.234.567,50 EUR includes 8.765.432 of 9.876.543 payments (with a reported amount)',
  );
  expect(renderTotal(0, 'en-GB')).toContain('None of the 9,876,543 payments has this amount.');
});

test('breaks on a phone, where the coverage makes it wider than the page, with and without a link', () => {
  for (const href of [null, '/payments?status=PAID']) {
    const total = renderToStaticMarkup(
      <TotalText
        sum={{ currency: 'EUR', count: 290, known: 288, total: parseTotal('7725497.69') }}
        href={href}
        column={{ label: 'Net credited' }}
      />,
    );
    const [, names = ''] = /^<[^>]* class="([^"]*)"/.exec(total) ?? [];
    expect(names.split(' ')).toContain('md:whitespace-nowrap');
    expect(names.split(' ')).not.toContain('whitespace-nowrap');
  }
});
