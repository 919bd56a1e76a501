'use client';

import { AmountField } from '#components/ui/amount-field.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tRuleForm } from '#lib/messages/review-rule-form.ts';
import type { RuleForm as Form } from '#lib/reviews/rules/model/form.ts';
import {
  listEntityPlaces,
  listFigures,
  listGroupings,
  maximumCategoryLength,
} from '#lib/reviews/rules/model/rule.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';

type ConditionProps = {
  form: Form;
  set: (change: Partial<Form>) => void;
  findError: (field: keyof Form) => string | undefined;
};

const toSubject = (form: Form) => (form.subject === 'withdrawal' ? 'withdrawal' : 'deposit');

/** Shows the fields of the selected kind of rule. */
export function RuleConditions({ form, set, findError, zone }: ConditionProps & { zone: string }) {
  if (form.kind === 'velocity') return <Velocity form={form} set={set} findError={findError} zone={zone} />;
  if (form.kind === 'category') return <Category form={form} set={set} findError={findError} />;
  return <Threshold form={form} set={set} findError={findError} />;
}

const figureCurrencies: Readonly<Record<string, readonly string[]>> = {
  coin: cryptoCurrencies,
  display: fiatCurrencies,
  settlement: settlementCurrencies,
  eur: ['EUR'],
};

/** Lists the currencies of a figure. A saved currency that the service doesn't document stays selectable. */
function listCurrencies(form: Form): readonly string[] {
  const named = figureCurrencies[form.figure] ?? [];
  return named.includes(form.currency) || form.currency === '' ? named : [...named, form.currency];
}

function Threshold({ form, set, findError }: ConditionProps) {
  const subject = toSubject(form);
  const isEur = form.figure === 'eur';
  return (
    <>
      <Select
        label={tRuleForm('figure')}
        help={tRuleForm('figureHelp')}
        choices={listFigures(subject).map((figure) => ({
          value: figure,
          label: tRuleForm(`figures.${subject}.${figure}`),
        }))}
        value={form.figure}
        error={findError('figure')}
        onChange={(event) => {
          const figure = event.target.value;
          set({ figure, currency: figureCurrencies[figure]?.[0] ?? '' });
        }}
      />
      {!isEur && (
        <Select
          label={tRuleForm('currency')}
          choices={listCurrencies(form).map((code) => ({ value: code, label: code }))}
          value={form.currency}
          error={findError('currency')}
          onChange={(event) => set({ currency: event.target.value })}
        />
      )}
      <AmountField
        label={tRuleForm('above')}
        help={tRuleForm('aboveHelp')}
        unit={isEur ? 'EUR' : form.currency}
        value={form.over}
        limit={80}
        error={findError('over')}
        onChange={(event) => set({ over: event.target.value })}
      />
    </>
  );
}

function Velocity({ form, set, findError, zone }: ConditionProps & { zone: string }) {
  const subject = toSubject(form);
  return (
    <>
      <Select
        label={tRuleForm('groupBy')}
        choices={listGroupings(subject).map((per) => ({ value: per, label: tRuleForm(`groups.${per}`) }))}
        value={form.per}
        error={findError('per')}
        onChange={(event) => set({ per: event.target.value })}
      />
      <RadioGroup
        name="measure"
        label={tRuleForm('measure')}
        appearance="segments"
        choices={[
          { value: 'count', label: tRuleForm('measures.count') },
          { value: 'sum', label: tRuleForm('measures.sum') },
        ]}
        value={form.measure}
        onChange={(event) => set({ measure: event.target.value })}
      />
      {form.measure === 'sum' ? (
        <Threshold form={form} set={set} findError={findError} />
      ) : (
        <TextField
          label={tRuleForm('moreThan')}
          help={tRuleForm(`moreThanHelp.${subject}`)}
          inputMode="numeric"
          value={form.times}
          limit={6}
          error={findError('times')}
          onChange={(event) => set({ times: event.target.value })}
        />
      )}
      <RadioGroup
        name="unit"
        label={tRuleForm('period')}
        choices={[
          {
            value: 'hours',
            label: tRuleForm('rollingHours'),
            help: tRuleForm(`rollingHoursHelp.${subject}`),
          },
          {
            value: 'day',
            label: tRuleForm('day'),
            help: tRuleForm('dayHelp', { zone }),
          },
        ]}
        value={form.unit}
        onChange={(event) => set({ unit: event.target.value })}
      />
      {form.unit === 'hours' && (
        <TextField
          label={tRuleForm('hours')}
          help={tRuleForm('hoursHelp')}
          inputMode="numeric"
          value={form.hours}
          limit={6}
          error={findError('hours')}
          onChange={(event) => set({ hours: event.target.value })}
        />
      )}
    </>
  );
}

function Category({ form, set, findError }: ConditionProps) {
  const places = listEntityPlaces(toSubject(form));
  const togglePlace = (place: string, isSelected: boolean) =>
    set({ among: isSelected ? [...form.among, place] : form.among.filter((one) => one !== place) });
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium text-sm">{tRuleForm('places')}</legend>
        {places.map((place) => (
          <Checkbox
            key={place}
            label={tRuleForm(`placeNames.${place}`)}
            checked={form.among.includes(place)}
            disabled={places.length === 1}
            onChange={(event) => togglePlace(place, event.target.checked)}
          />
        ))}
      </fieldset>
      <RadioGroup
        name="match"
        label={tRuleForm('match')}
        appearance="segments"
        choices={[
          { value: 'equals', label: tRuleForm('matches.equals') },
          { value: 'contains', label: tRuleForm('matches.contains') },
        ]}
        value={form.match}
        onChange={(event) => set({ match: event.target.value })}
      />
      <TextField
        label={tRuleForm('category')}
        help={tRuleForm('categoryHelp')}
        value={form.category}
        limit={maximumCategoryLength}
        error={findError('category')}
        onChange={(event) => set({ category: event.target.value })}
      />
      <TextField
        label={tRuleForm('minimum')}
        help={tRuleForm('minimumHelp')}
        inputMode="numeric"
        value={form.least}
        limit={6}
        error={findError('least')}
        onChange={(event) => set({ least: event.target.value })}
      />
    </>
  );
}
