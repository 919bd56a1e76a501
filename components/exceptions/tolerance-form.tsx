'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { toast } from '#components/ui/toast.tsx';
import { setToleranceAction } from '#lib/exceptions/actions.ts';
import type { ExceptionTolerance } from '#lib/exceptions/schema.ts';
import { tTolerance } from '#lib/messages/exception-tolerance.ts';
import { tExceptionToleranceForm } from '#lib/messages/exception-tolerance-form.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { TypedAmount } from '#lib/values/typed-amount.ts';
import { formatInterpretations, formatTypedAmount, readTypedAmount } from '#lib/values/typed-amount.ts';

const formatLimit = (limit: Amount | null, locale: string): string =>
  limit === null ? '' : formatTypedAmount(limit, locale);

const toDigits = (typed: TypedAmount): string => {
  switch (typed.kind) {
    case 'amount':
      return typed.digits;
    case 'other':
      return typed.text;
    case 'ambiguous':
      return '';
  }
};

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
  const initial = {
    maximumEur: formatLimit(tolerance.maximumEur, locale),
    maximumPercent: formatLimit(tolerance.maximumPercent, locale),
  };
  const [fields, setFields] = useState(initial);
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const draft = useDraft({
    businessId,
    form: 'exception-tolerance',
    subject: 'tolerance',
    values: fields,
    initial,
    fill: (kept) =>
      setFields({
        maximumEur: kept['maximumEur'] ?? initial.maximumEur,
        maximumPercent: kept['maximumPercent'] ?? initial.maximumPercent,
      }),
  });
  const save = async () => {
    const typed = {
      maximumEur: readTypedAmount(fields.maximumEur, locale, 2),
      maximumPercent: readTypedAmount(fields.maximumPercent, locale, null),
    };
    const ambiguous = Object.entries(typed).flatMap(([field, read]): [string, readonly string[]][] =>
      read.kind === 'ambiguous'
        ? [
            [
              field,
              [tExceptionToleranceForm('errors.ambiguous', formatInterpretations(read.readings, locale))],
            ],
          ]
        : [],
    );
    if (ambiguous.length > 0) return setErrors(Object.fromEntries(ambiguous));
    setPending(true);
    const result = await callAction(() =>
      setToleranceAction({
        businessId,
        maximumEur: toDigits(typed.maximumEur),
        maximumPercent: toDigits(typed.maximumPercent),
      }),
    );
    setPending(false);
    if (result?.ok) {
      draft.sent();
      toast.good(tExceptionToleranceForm('saved'));
      return onSaved(result.data);
    }
    setErrors(result?.fieldErrors ?? {});
    const { title, detail } = toActionErrorMessage(result, { failed: tExceptionToleranceForm('failed') });
    toast.bad(title, { detail });
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
      <AmountField
        label={tExceptionToleranceForm('fields.amount')}
        unit="EUR"
        value={fields.maximumEur}
        help={tExceptionToleranceForm('fields.amountHelp')}
        error={errors['maximumEur']?.[0]}
        onChange={(event) => setFields({ ...fields, maximumEur: event.target.value })}
      />
      <AmountField
        label={tExceptionToleranceForm('fields.percent')}
        unit="%"
        value={fields.maximumPercent}
        help={tExceptionToleranceForm('fields.percentHelp')}
        error={errors['maximumPercent']?.[0]}
        onChange={(event) => setFields({ ...fields, maximumPercent: event.target.value })}
      />
      <p className="text-muted text-sm">{tTolerance('both')}</p>
      <DraftNotice draft={draft} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {tExceptionToleranceForm('save')}
        </Button>
        <Button isDisabled={isPending} onPress={onCancel}>
          {tExceptionToleranceForm('cancel')}
        </Button>
      </div>
    </form>
  );
}
