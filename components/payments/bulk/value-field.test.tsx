import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ValueField } from './value-field.tsx';

const renderField = (field: 'type' | 'rateType' | 'redirectMode', value: string) =>
  renderToStaticMarkup(<ValueField field={field} value={value} onChange={() => undefined} />);

test('names the choices in words, and shows a value of the file that is none of them as it is', () => {
  expect(renderField('type', 'ONE_TIME')).toContain('<option value="ONE_TIME" selected="">One-time</option>');
  expect(renderField('rateType', '')).toContain('<option value="FLOATING">Floating</option>');
  expect(renderField('redirectMode', '')).toContain('<option value="PARENT">The whole window</option>');
  expect(renderField('type', 'TWICE')).toContain('<option value="TWICE" selected="">TWICE</option>');
});
