'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { setToleranceAction } from '#lib/exceptions/actions.ts';
import type { ExceptionTolerance } from '#lib/exceptions/schema.ts';
import { tExceptionToleranceForm, tTolerance } from '#lib/messages/business.ts';
import type { Amount } from '#lib/values/amount.ts';
import { formatInterpretations, formatTypedAmount, readTypedAmount } from '#lib/values/typed-amount.ts';

const formatLimit = (limit: Amount | null, locale: string): string =>
  limit === null ? '' : formatTypedAmount(limit, locale);

type Limits = { readonly maximumEur: string; readonly maximumPercent: string };

/** Reads both limits with the separators of the person's locale. */
function readLimits({ maximumEur, maximumPercent }: Limits, locale: string) {
  const texts = { maximumEur: '', maximumPercent: '' };
  const errors: Record<string, readonly string[]> = {};
  for (const [field, typed] of [
    ['maximumEur', readTypedAmount(maximumEur, locale, 2)],
    ['maximumPercent', readTypedAmount(maximumPercent, locale, null)],
  ] as const)
    if (typed.kind === 'ambiguous')
      errors[field] = [
        tExceptionToleranceForm('errors.ambiguous', formatInterpretations(typed.readings, locale)),
      ];
    else texts[field] = typed.kind === 'amount' ? typed.digits : typed.text;
  return Object.keys(errors).length > 0 ? { errors } : { texts };
}

/** The form for the tolerance of a business, opened by an owner. */
export function ToleranceForm({
  businessId,
  tolerance,
  onSaved,
  onCancel,
}: {
  businessId: string;
  tolerance: ExceptionTolerance;
  onSaved: (tolerance: ExceptionTolerance) => void;
  onCancel: () => void;
}) {
  const { locale } = useLocaleSettings();
  const form = useActionForm({
    businessId,
    draft: 'exception-tolerance',
    subject: 'tolerance',
    initial: {
      maximumEur: formatLimit(tolerance.maximumEur, locale),
      maximumPercent: formatLimit(tolerance.maximumPercent, locale),
    },
    read: (typed) => readLimits(typed, locale),
    action: (texts) => setToleranceAction({ businessId, ...texts }),
    messages: { failed: tExceptionToleranceForm('failed'), done: tExceptionToleranceForm('saved') },
    onDone: onSaved,
  });
  return (
    <ActionForm form={form} label={tExceptionToleranceForm('save')} onCancel={onCancel}>
      <AmountField
        label={tExceptionToleranceForm('fields.amount')}
        unit="EUR"
        help={tExceptionToleranceForm('fields.amountHelp')}
        {...form.field('maximumEur')}
      />
      <AmountField
        label={tExceptionToleranceForm('fields.percent')}
        unit="%"
        help={tExceptionToleranceForm('fields.percentHelp')}
        {...form.field('maximumPercent')}
      />
      <p className="text-muted text-sm">{tTolerance('both')}</p>
    </ActionForm>
  );
}
