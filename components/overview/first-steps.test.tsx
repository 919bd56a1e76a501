import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FirstSteps } from './first-steps.tsx';

const steps = (payments: boolean, callbacks: boolean) =>
  renderToStaticMarkup(<FirstSteps base="/b" seen={{ business: true, payments, callbacks }} mayCreate />);

test('shows the steps until the first callback', () => {
  expect(steps(false, false)).toContain('href="/b/payments/new"');
  const waiting = steps(true, false);
  expect(waiting.match(/aria-label="Done"/g)).toHaveLength(2);
  expect(waiting).toContain('href="/b/connection"');
  expect(steps(true, true)).toBe('');
});
