'use client';

import { useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { maximumNoteLength } from '#lib/annotations/model.ts';
import { tCreationDetails, tNewPayment } from '#lib/messages/new-payment.ts';
import type { LocaleChoices } from '#lib/payments/create/model/locale.ts';
import type { PaymentForm } from './use-payment-form.ts';

type FormProps = { readonly form: PaymentForm };

const types = (['ONE_TIME', 'REUSABLE'] as const).map((value) => ({
  value,
  label: tNewPayment(`terms.types.${value}`),
}));
const rates = (['FIXED', 'FLOATING'] as const).map((value) => ({
  value,
  label: tNewPayment(`terms.rates.${value}`),
}));
const expiries = (['30', '60', '1440', '0', 'custom'] as const).map((value) => ({
  value,
  label: tNewPayment(`terms.expiries.${value}`),
}));

/** Selects type, rate and expiry. A reusable payment has a floating rate and no expiry, so its fields are disabled. */
export function TermsFields({ form: { field, values } }: FormProps) {
  const isReusable = values.type === 'REUSABLE';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...field('type')}
          label={tNewPayment('terms.type')}
          choices={types}
          help={tNewPayment(isReusable ? 'terms.reusableHelp' : 'terms.oneTimeHelp')}
        />
        {isReusable ? (
          <Select
            key="floating"
            label={tNewPayment('terms.rate')}
            choices={rates}
            value="FLOATING"
            disabled
            onChange={() => undefined}
            help={tNewPayment('terms.rateHelp')}
          />
        ) : (
          <Select
            {...field('rateType')}
            key="rate"
            label={tNewPayment('terms.rate')}
            choices={rates}
            help={tNewPayment(`terms.rateHelps.${values.rateType}`)}
          />
        )}
      </div>
      {isReusable ? (
        <Select
          key="never"
          className="sm:w-1/2 sm:pe-2"
          label={tNewPayment('terms.expires')}
          choices={[{ value: '', label: tNewPayment('terms.never') }]}
          value=""
          disabled
          onChange={() => undefined}
          help={tNewPayment('terms.neverHelp')}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            {...field('expires')}
            key="expires"
            label={tNewPayment('terms.expires')}
            choices={expiries}
            help={tNewPayment('terms.expiresHelp')}
          />
          {values.expires === 'custom' && (
            <TextField
              {...field('expiresMinutes')}
              label={tNewPayment('terms.minutes')}
              inputMode="numeric"
              autoComplete="off"
              help={tNewPayment('terms.minutesHelp')}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Sets the page that opens after checkout. Reaching it does not prove a payment. */
export function RedirectFields({ form: { field, values } }: FormProps) {
  return (
    <>
      <TextField
        {...field('redirectUrl')}
        label={tNewPayment('redirect.url')}
        type="text"
        inputMode="url"
        autoComplete="off"
        placeholder={tNewPayment('redirect.urlPlaceholder')}
        optional
        help={tNewPayment('redirect.urlHelp')}
      />
      <RadioGroup
        {...field('redirectMode')}
        label={tNewPayment('redirect.mode')}
        choices={[
          {
            value: 'PARENT',
            label: tNewPayment('redirect.parent'),
            help: tNewPayment('redirect.parentHelp'),
          },
          {
            value: 'SELF',
            label: tNewPayment('redirect.self'),
            help: tNewPayment('redirect.selfHelp'),
          },
        ]}
        {...(values.redirectUrl.trim() === '' ? { help: tNewPayment('redirect.modeHelp') } : {})}
      />
    </>
  );
}

const other = 'other';

/** Selects the language of the checkout: a listed one, or any tag that §2.2 allows, sent unchanged. */
export function LocaleField({
  form,
  locales,
}: FormProps & {
  /** The listed languages. */
  locales: LocaleChoices;
}) {
  const [isTyping, setTyping] = useState(false);
  const { locale } = form.values;
  const { error, ...field } = form.field('locale');
  const isListed = locales.some(({ choices }) => choices.some(({ value }) => value === locale));
  const hasOwnTag = isTyping || !isListed;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={tNewPayment('locale.label')}
        choices={[...locales, { value: other, label: tNewPayment('locale.other') }]}
        value={hasOwnTag ? other : locale}
        onChange={(event) => {
          const { value } = event.target;
          setTyping(value === other);
          if (value !== other) form.complete({ locale: value });
        }}
        help={tNewPayment('locale.help')}
        error={hasOwnTag ? undefined : error}
      />
      {hasOwnTag && (
        <TextField
          {...field}
          label={tNewPayment('locale.tag')}
          autoComplete="off"
          spellCheck={false}
          mono
          help={tNewPayment('locale.tagHelp')}
          error={error}
        />
      )}
    </div>
  );
}

/** The fields for a note and labels, which the payment has as soon as it is created. */
export function DetailsFields({ form: { details, setDetails } }: FormProps) {
  return (
    <Section title={tCreationDetails('title')}>
      <div className="flex flex-col gap-4 py-1">
        <TextField
          label={tCreationDetails('labels')}
          help={tCreationDetails('labelsHelp')}
          optional
          autoComplete="off"
          value={details.labels}
          onChange={({ target }) => setDetails({ labels: target.value })}
        />
        <TextArea
          label={tCreationDetails('note')}
          help={tCreationDetails('noteHelp')}
          optional
          dir="auto"
          limit={maximumNoteLength}
          value={details.note}
          onChange={({ target }) => setDetails({ note: target.value })}
        />
      </div>
    </Section>
  );
}
