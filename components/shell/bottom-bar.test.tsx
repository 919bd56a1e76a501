import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { testPage } from '#lib/platform/testing/next-navigation.ts';
import { listNavigationGroups } from './navigation.tsx';
import { BottomBar } from './navigation-links.tsx';

const items = listNavigationGroups('b', [
  'overview',
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'team',
]).flatMap((group) => group.items);

/** Returns the labels of the marked items at a page. */
function listCurrent(pathname: string): readonly string[] {
  testPage.path = pathname;
  const html = renderToStaticMarkup(<BottomBar items={items} foot={null} />);
  return [...html.matchAll(/<(a|button)[^>]*aria-current="(page|true)"[^>]*>(.*?)<\/\1>/g)].map(
    ([, , value = '', content = '']) => `${content.replaceAll(/<[^>]*>/g, '')}: ${value}`,
  );
}

test('has no button for other pages without any', () => {
  testPage.path = '/b/approvals';
  const few = listNavigationGroups('b', ['approvals', 'settings']).flatMap((group) => group.items);
  const html = renderToStaticMarkup(<BottomBar items={few} foot={null} />);
  expect(html).toContain('Approvals');
  expect(html).not.toContain('<button');
});

test('marks the current page, or the button in front of it', () => {
  expect(listCurrent('/b/payments/1')).toEqual(['Payments: page']);
  expect(listCurrent('/b/withdrawals')).toEqual(['More: true']);
  expect(listCurrent('/b/team')).toEqual(['More: true']);
  expect(listCurrent('/b/another')).toEqual([]);
});

test('has Reviews in the bar of a person who works on them', () => {
  const pages = ['overview', 'payments', 'deposits', 'refunds', 'withdrawals', 'reviews'] as const;
  const all = listNavigationGroups('b', pages).flatMap((group) => group.items);
  testPage.path = '/b/reviews';
  const html = renderToStaticMarkup(<BottomBar items={all} foot={null} />);
  expect([...html.matchAll(/href="\/b\/([a-z]+)"/g)].map(([, page]) => page)).toEqual([
    ...['overview', 'payments', 'deposits', 'reviews'],
  ]);
});
