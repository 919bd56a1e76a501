import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PressButton } from './press-button.tsx';

test('keeps a disabled button focusable with keepsFocus', () => {
  expect(renderToStaticMarkup(<PressButton isDisabled>Up</PressButton>)).toContain('disabled=""');
  const focusable = renderToStaticMarkup(
    <PressButton isDisabled keepsFocus>
      Up
    </PressButton>,
  );
  expect(focusable).not.toContain(' disabled=""');
  expect(focusable).toContain('aria-disabled="true"');
  expect(renderToStaticMarkup(<PressButton keepsFocus>Up</PressButton>)).not.toContain('disabled');
});
