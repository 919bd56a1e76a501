import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DaySpan } from '#lib/lists/model/day-filter.ts';
import { DaysFilter } from './days-filter.tsx';

/** Returns the text of the panel, and of the buttons that are shown as active. */
function render(span: DaySpan | null) {
  const html = renderToStaticMarkup(<DaysFilter span={span} onChange={() => undefined} />);
  const toText = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  const active = [...html.matchAll(/<button[^>]*aria-pressed="true"[^>]*>(.*?)<\/button>/g)];
  return { text: toText(html), active: active.map(([, content = '']) => toText(content).trim()) };
}

test('shows the exact time that a link filters by, with a button that removes it', () => {
  const { text } = render({ since: '2026-11-20T18:02:11.250Z' });
  expect(text).toMatch(/Since Nov 20, 2026, 06:02 PM .*Remove filter/);
});

test('marks relative days, also those that only links use', () => {
  expect(render('last-7-days').active).toEqual(['Last 7 days']);
  expect(render('this-year').active).toEqual(['This year']);
  expect(render('tomorrow').active).toEqual(['Tomorrow']);
});

test('offers to remove a filter exactly while there is one', () => {
  expect(render(null).text).not.toContain('Remove filter');
  expect(render({ from: '2026-11-01', to: null }).text).toContain('Remove filter');
});
