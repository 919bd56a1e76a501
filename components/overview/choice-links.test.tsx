import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChoiceLinks } from './choice-links.tsx';

const render = (count: number, chosen: string) => {
  const choices = Array.from({ length: count }, (_, at) => ({
    value: `C${at}`,
    label: `Coin ${at}`,
    href: `/${at}`,
  }));
  const html = renderToStaticMarkup(<ChoiceLinks label="Currency" choices={choices} chosen={chosen} />);
  return { html, shown: [...html.matchAll(/>Coin (\d+)</g)].map(([, at]) => at) };
};

test('shows a few choices without a button', () => {
  const { html, shown } = render(6, 'C0');
  expect(shown).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(html).not.toContain('More');
});

test('keeps many choices on one line with the chosen one, the others behind a button', () => {
  expect(render(20, 'C2').shown).toEqual(['0', '1', '2', '3', '4']);
  const { html, shown } = render(20, 'C17');
  expect(shown).toEqual(['0', '1', '2', '3', '17']);
  expect(html).toContain('More');
});
