'use client';

import { parseAmount } from '#lib/values/amount.ts';
import { AmountText } from './amount-text.tsx';

/** A field as it stands in a request or a record: an amount as every amount, anything else as its text. */
export function FieldValue({
  field,
  text,
  currency,
}: {
  field: string;
  text: string;
  currency?: string | undefined;
}) {
  const amount = /(amount|fee|loss)$/i.test(field) ? parseAmount(text) : null;
  return amount === null ? text : <AmountText amount={amount} currency={currency} />;
}
