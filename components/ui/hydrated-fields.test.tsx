import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HydratedFields } from './hydrated-fields.tsx';

test('disables the fields that the server renders', () => {
  const html = renderToStaticMarkup(
    <HydratedFields>
      <input name="reason" />
    </HydratedFields>,
  );
  expect(html).toMatch(/^<fieldset disabled=""[^>]*><input name="reason"\/><\/fieldset>$/);
});

test('is no group for screen readers, because it has no name', () => {
  const html = renderToStaticMarkup(<HydratedFields>Reason</HydratedFields>);
  expect(html).toMatch(/^<fieldset[^>]* role="presentation"/);
});
