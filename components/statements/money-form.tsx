'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import type { ActionMessages } from '#components/query/use-action.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { formatInterpretations, readTypedAmount } from '#lib/values/typed-amount.ts';

type MoneyFields = { readonly day: string; readonly amount: string; readonly text: string };

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
export function MoneyForm<Data>({
  businessId,
  currency,
  form: draft,
  labels,
  action,
  messages,
  onClose,
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
  action: (fields: MoneyFields) => Promise<ActionResult<Data>>;
  messages: ActionMessages<Data>;
  onClose: () => void;
}) {
  const { locale } = useLocaleSettings();
  const form = useActionForm({
    businessId,
    refresh: true,
    inForm: true,
    draft,
    subject: currency,
    initial: { day: '', amount: '', text: '' },
    read: (typed) => {
      const read = readAmount(typed.amount, locale);
      return 'problem' in read
        ? { errors: { amount: [read.problem] } }
        : { texts: { ...typed, amount: read.digits } };
    },
    action,
    messages,
    onDone: onClose,
  });
  const { errors } = form;
  return (
    <>
      <ProblemNote problem={form.problem} />
      <ActionForm form={form} label={labels.save} onCancel={onClose}>
        <TextField {...form.field('day')} type="date" label={labels.day} />
        <AmountField {...form.field('amount')} label={labels.amount} unit={currency} />
        <TextArea
          {...form.field('text', errors['evidence']?.[0] ?? errors['reference']?.[0])}
          label={labels.text}
          help={labels.help}
        />
      </ActionForm>
    </>
  );
}
