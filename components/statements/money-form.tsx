'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { formatInterpretations, readTypedAmount } from '#lib/values/typed-amount.ts';

export type MoneyFields = { readonly day: string; readonly amount: string; readonly text: string };
const emptyFields: MoneyFields = { day: '', amount: '', text: '' };

/** The digits of a typed amount, which may be negative, or why it can't be read. */
function readAmount(
  text: string,
  locale: string,
): { readonly digits: string } | { readonly problem: string } {
  const sign = /^[-−]/.test(text.trim()) ? '-' : '';
  const typed = readTypedAmount(text.trim().replace(/^[-−]/, ''), locale, null);
  if (typed.kind === 'ambiguous')
    return { problem: tStatements('opening.ambiguous', formatInterpretations(typed.readings, locale)) };
  return { digits: `${sign}${typed.kind === 'amount' ? typed.digits : typed.text}` };
}

/** A form with a day, an amount and a text about them: an opening position, or a received settlement. */
export function MoneyForm({
  businessId,
  currency,
  form,
  labels,
  isPending,
  errors,
  onSave,
  onCancel,
}: {
  businessId: string;
  currency: string;
  form: 'opening-position' | 'settlement';
  labels: {
    readonly day: string;
    readonly amount: string;
    readonly text: string;
    readonly help?: string;
    readonly save: string;
  };
  isPending: boolean;
  errors: FieldErrors;
  /** Returns whether it was saved. */
  onSave: (fields: MoneyFields) => Promise<boolean>;
  onCancel: () => void;
}) {
  const { locale } = useLocaleSettings();
  const [fields, setFields] = useState(emptyFields);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const draft = useDraft({
    businessId,
    form,
    subject: currency,
    values: fields,
    initial: emptyFields,
    fill: ({ day = '', amount = '', text = '' }) => setFields({ day, amount, text }),
  });
  const save = async () => {
    const read = readAmount(fields.amount, locale);
    setProblem('problem' in read ? read.problem : undefined);
    if ('digits' in read && (await onSave({ ...fields, amount: read.digits }))) draft.sent();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        type="date"
        label={labels.day}
        value={fields.day}
        error={errors['day']?.[0]}
        onChange={({ target }) => setFields({ ...fields, day: target.value })}
      />
      <AmountField
        label={labels.amount}
        unit={currency}
        value={fields.amount}
        error={problem ?? errors['amount']?.[0]}
        onChange={({ target }) => setFields({ ...fields, amount: target.value })}
      />
      <TextArea
        label={labels.text}
        help={labels.help}
        value={fields.text}
        error={errors['evidence']?.[0] ?? errors['reference']?.[0]}
        onChange={({ target }) => setFields({ ...fields, text: target.value })}
      />
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {labels.save}
        </Button>
        <Button onPress={onCancel}>{tStatements('basis.cancel')}</Button>
      </div>
    </form>
  );
}
