import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { amount, parseTotal } from '#lib/values/amount.ts';
import { ApprovalNote } from './approval-note.tsx';

const facts = {
  money: { totals: [], eur: parseTotal('19.90'), eurUnreported: 0, eurSources: [] },
  secondFromEur: amount('1000'),
  joined: [],
  asksSecond: false,
  takesTwo: false,
  twoPersonCategories: [],
} as const;
const render = (changed: Partial<Parameters<typeof ApprovalNote>[0]['view']>) =>
  renderToStaticMarkup(<ApprovalNote view={{ ...facts, ...changed }} />).replace(/<[^>]*>/g, '');

test('names the risk categories that need a second person', () => {
  const one = render({ asksSecond: true, twoPersonCategories: ['Sanctions'] });
  expect(one).toBe('The risk category Sanctions needs a second person’s approval at any amount.');
  const many = render({ asksSecond: true, twoPersonCategories: ['A', 'B', 'C', 'D'] });
  expect(many).toBe('The risk categories A, B, C, … need a second person’s approval at any amount.');
  const long = render({ asksSecond: true, twoPersonCategories: ['Sanctions '.repeat(50)] });
  expect(long.length).toBeLessThan(200);
});

test('says that dispositions about sanctions or terrorism need a second person below the amount', () => {
  expect(render({})).toContain('dispositions about sanctions or terrorism need a second person’s approval');
});
