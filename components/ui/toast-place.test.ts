import { expect, test } from 'vitest';
import type { Control } from './toast-place.ts';
import { chooseToastPlace } from './toast-place.ts';

const window = { width: 1440, height: 900 };
const control = (left: number, top: number, isPrimary = false): Control => ({
  left,
  right: left + 80,
  top,
  bottom: top + 32,
  isPrimary,
});

test.each([
  ['nothing there', [], 'bottom-end'],
  ['the page links of a list', [control(1_340, 860)], 'bottom-center'],
  ['page links and buttons below the rows', [control(1_340, 860), control(700, 860)], 'bottom-start'],
  ['a bar of buttons', [control(1_340, 860), control(700, 860), control(300, 860)], 'top-end'],
] as const)('covers no control with %s', (_case, controls, place) => {
  expect(chooseToastPlace(window, controls)).toBe(place);
});

test('stays at its place while that covers no control, and leaves it when a control comes there', () => {
  const current = 'bottom-start';
  expect(chooseToastPlace(window, [], { current })).toBe(current);
  expect(chooseToastPlace(window, [control(300, 860)], { current })).toBe('bottom-end');
});

test('leaves room for the height of long toasts', () => {
  expect(chooseToastPlace(window, [control(1_340, 600)])).toBe('bottom-end');
  expect(chooseToastPlace(window, [control(1_340, 600)], { height: 320 })).toBe('bottom-center');
});

test('covers no primary button where every place has a control', () => {
  const everywhere = [control(1_340, 80), control(1_340, 860, true), control(700, 860), control(300, 860)];
  expect(chooseToastPlace(window, everywhere)).toBe('bottom-center');
});
