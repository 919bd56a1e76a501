import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FieldValue } from './field-value.tsx';

const shown = (field: string, text: string) => renderToStaticMarkup(<FieldValue field={field} text={text} />);

test('shows times to the second', () => {
  expect(shown('depositReceivedAt', '1795197731')).toContain('18:02:11');
  expect(shown('expirationTime', '1795197732')).toContain('18:02:12');
  expect(shown('expirationTime', 'soon')).toBe('soon');
  expect(shown('expirationTime', '')).toBe('');
});

test('shows exact amounts and leaves other text unchanged', () => {
  expect(shown('depositAmount', '0.10')).toContain('value="0.10"');
  expect(shown('expirationMinutes', '30')).toBe('30');
  expect(shown('transactionId', '1795197731')).toBe('1795197731');
});
