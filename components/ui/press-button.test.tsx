import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PressButton } from './press-button.tsx';

test('what a press may disable keeps the focus that it has', () => {
  expect(renderToStaticMarkup(<PressButton isDisabled>Up</PressButton>)).toContain('disabled=""');
  const kept = renderToStaticMarkup(
    <PressButton isDisabled keepsFocus>
      Up
    </PressButton>,
  );
  expect(kept).not.toContain(' disabled=""');
  expect(kept).toContain('aria-disabled="true"');
  expect(renderToStaticMarkup(<PressButton keepsFocus>Up</PressButton>)).not.toContain('disabled');
});
