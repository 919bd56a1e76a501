import { expect, test } from 'vitest';
import { findCategoryTone } from './category-badge.tsx';

test.each([
  ['Mixer', 'bad'],
  ['DARKNET_MARKET', 'bad'],
  ['Stolen funds', 'bad'],
  ['Gambling', 'attention'],
  ['Exchange', 'attention'],
  ['', 'attention'],
])('shows the category %s as %s', (category, tone) => {
  expect(findCategoryTone(category)).toBe(tone);
});
