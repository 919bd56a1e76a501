import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { BatchField } from '#lib/payment-batches/model/fields.ts';
import { formChoices } from '#lib/payments/create/model/choices.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import { isTerm, nameValue } from './batch-terms.tsx';

/** Values of fields that have a closed set. */
const valueChoices: Readonly<Partial<Record<BatchField, readonly string[]>>> = {
  currency: [...fiatCurrencies, ...cryptoCurrencies],
  network: (formChoices['network'] ?? []).filter((one) => one !== ''),
  type: formChoices['type'] ?? [],
  rateType: formChoices['rateType'] ?? [],
  redirectMode: formChoices['redirectMode'] ?? [],
};

/** A field for a value of a row, with its choices where it has a closed set. */
export function ValueField({
  field,
  value,
  error,
  onChange,
}: {
  field: BatchField;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const label = tPaymentBatches(`fields.${field}`);
  const choices = valueChoices[field];
  if (choices === undefined)
    return (
      <TextField
        label={label}
        error={error}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  // A value from a file may be none of them.
  const listed = choices.includes(value) || value === '' ? choices : [value, ...choices];
  const nameChoice = (one: string) => (isTerm(field) && choices.includes(one) ? nameValue(field, one) : one);
  return (
    <Select
      label={label}
      error={error}
      placeholder={tPaymentBatches('columns.none')}
      choices={listed.map((one) => ({ value: one, label: nameChoice(one) }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
