import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RetentionForm } from './retention-form.tsx';

const render = (years: number | null) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RetentionForm
        businessId="b"
        kind="payment"
        years={years}
        renderShorter={(typed) => <p>Shorter: {typed}</p>}
        onSet={() => undefined}
        onCancel={() => undefined}
      />
    </QueryClientProvider>,
  );

/** Returns the values of the choices, and the selected ones. */
function readChoices(html: string) {
  const radios = [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([tag]) => tag);
  const value = (tag: string) => /value="([^"]*)"/.exec(tag)?.[1];
  return {
    values: radios.map(value),
    selected: radios.filter((tag) => /\schecked(=|\s|\/|>)/.test(tag)).map(value),
  };
}

test('offers to keep records forever, and the years that laws commonly require', () => {
  const html = render(null);
  expect(readChoices(html)).toEqual({ values: ['', '5', '8', '10'], selected: [''] });
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(text).toMatch(
    /Retention time Keep forever The default.*Common legal minimums 5 years .*AMLR.*8 years .*vouchers.*10 years .*OFAC.*German/,
  );
  expect(text).toContain('Keep payments for');
});

test('selects the choice of the present time, and none for other years', () => {
  expect(readChoices(render(10)).selected).toEqual(['10']);
  expect(readChoices(render(7)).selected).toEqual([]);
  expect(render(7)).toMatch(/<input[^>]*value="7"/);
});

test('names only the legal minimums as such', () => {
  const [group = ''] = /<fieldset.*?10 years/.exec(render(null)) ?? [];
  expect(group).toContain('Common legal minimums');
  expect(readChoices(group).values).toEqual(['5', '8', '10']);
});

test('says what a shorter time means, and nothing about the present one', () => {
  expect(render(10)).not.toContain('Shorter:');
});
