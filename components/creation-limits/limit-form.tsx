'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Select } from '#components/ui/select.tsx';
import { setLimitAction } from '#lib/creation-limits/actions.ts';
import { limitCurrencies } from '#lib/creation-limits/model.ts';
import type { ChangedLimit } from '#lib/creation-limits/schema.ts';
import { tCreationLimits } from '#lib/messages/business.ts';
import { readTypedLimit } from './typed-limit.ts';

const currencyChoices = limitCurrencies.map((code) => ({ value: code, label: code }));

export const readLimitCurrency = (code: string) => limitCurrencies.find((one) => one === code) ?? 'EUR';

export const limitMessages = {
  failed: tCreationLimits('failed'),
  done: ({ outcome }: ChangedLimit) => tCreationLimits(outcome === 'set' ? 'saved' : 'proposed'),
};

/** The form for a new limit of one currency, opened by an owner. */
export function LimitForm({
  businessId,
  onSet,
}: {
  businessId: string;
  onSet: (view: ChangedLimit) => void;
}) {
  const { locale } = useLocaleSettings();
  const form = useActionForm({
    businessId,
    draft: 'creation-limit',
    subject: 'new-limit',
    initial: { currency: 'EUR', amount: '' },
    read: ({ currency, amount }) => {
      const typed = readTypedLimit(amount, currency, locale);
      if ('problem' in typed) return { errors: { amount: [typed.problem] } };
      return { texts: { currency, amount: typed.amount } };
    },
    action: ({ currency, amount }) =>
      setLimitAction({ businessId, currency: readLimitCurrency(currency), amount }),
    messages: limitMessages,
    onDone: onSet,
  });
  return (
    <ActionForm form={form} label={tCreationLimits('set')} variant="secondary">
      <Select label={tCreationLimits('currency')} choices={currencyChoices} {...form.field('currency')} />
      <AmountField
        label={tCreationLimits('amount')}
        unit={form.fields.currency}
        help={tCreationLimits('stricter')}
        {...form.field('amount')}
      />
    </ActionForm>
  );
}
