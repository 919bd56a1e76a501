'use client';

import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { toast } from '#components/ui/toast.tsx';
import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import { reserveClientIdAction } from '#lib/payment-templates/actions.ts';
import { templateFieldNames } from '#lib/payment-templates/model.ts';
import type { TemplatesView, TemplateView } from '#lib/payment-templates/schema.ts';
import type { CreatePaymentForm } from '#lib/payments/create/schema/create.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';
import type { PaymentFields } from './use-payment-fields.ts';

/** Fills the form from a template, and reserves the template's next ID when the request is sent. */
export function useTemplate({
  businessId,
  form,
  templates,
}: {
  businessId: string;
  form: PaymentFields;
  templates: TemplatesView;
}) {
  const { locale } = useLocaleSettings();
  const [templateId, setTemplateId] = useState<string | null>(null);
  // The template whose next ID the form shows. The ID is reserved when the request is sent.
  const [numbered, setNumbered] = useState<{ templateId: string; nextId: string } | null>(null);
  const template = templates.templates.find((one) => one.templateId === templateId) ?? null;
  const isNextId = numbered !== null && form.values.clientPaymentId.trim() === numbered.nextId;
  const apply = (chosen: TemplateView | null) => {
    setTemplateId(chosen?.templateId ?? null);
    setNumbered(null);
    if (chosen === null) return;
    const misfits = new Set(chosen.problems.map(({ field }) => field));
    const fitting = templateFieldNames.flatMap((field) => {
      const value = chosen.fields[field];
      if (misfits.has(field) || (field === 'amount' && value === '')) return [];
      return [[field, field === 'amount' ? formatTypedAmount(value, locale) : value]];
    });
    const { nextClientId } = chosen;
    form.fill({
      ...Object.fromEntries(fitting),
      ...(nextClientId !== null && { clientPaymentId: nextClientId }),
    });
    if (nextClientId !== null) setNumbered({ templateId: chosen.templateId, nextId: nextClientId });
  };
  /** Returns the form with a reserved ID in place of the next one of a template, or null when that failed. */
  const reserveId = async (
    ready: CreatePaymentForm,
    onFailure: (failure: Failure) => void,
  ): Promise<CreatePaymentForm | null> => {
    if (numbered === null || ready.clientPaymentId !== numbered.nextId) return ready;
    const result = await callAction(() =>
      reserveClientIdAction({ businessId, templateId: numbered.templateId }),
    );
    if (!result?.ok) {
      if (result === null) toast.bad(tPaymentTemplates('reserveFailed'));
      else onFailure(result);
      return null;
    }
    const { clientPaymentId } = result.data;
    // The form keeps the ID, so that sending it again after a lost answer can't create a second payment.
    form.change({ clientPaymentId });
    setNumbered(null);
    return { ...ready, clientPaymentId };
  };
  return { template, isNextId, apply, reserveId };
}
