'use client';

import { AmountField } from '#components/ui/amount-field.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tRuleForm } from '#lib/messages/review-rules.ts';
import type { TransferKind } from '#lib/reviews/model-transfers.ts';
import type { ConditionForm } from '#lib/reviews/rules/model/condition-form.ts';
import {
  listEntityPlaces,
  listFigures,
  listGroupings,
  maximumCategoryLength,
} from '#lib/reviews/rules/model/rule.ts';
import { formatWeekday, weekdays } from '#lib/reviews/rules/model/schedule.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';

/** The id of the list of suggested categories. */
export const categoriesId = 'rule-categories';

type ConditionProps = {
  form: ConditionForm;
  subject: TransferKind;
  /** Makes the names of radio buttons unique among several conditions. */
  scope: string;
  set: (change: Partial<ConditionForm>) => void;
  findError: (field: keyof ConditionForm) => string | undefined;
};

/** Shows the fields of the selected kind of condition. */
export function RuleConditions({ zone, ...props }: ConditionProps & { zone: string }) {
  switch (props.form.kind) {
    case 'velocity':
      return <Velocity {...props} zone={zone} />;
    case 'category':
      return <Category {...props} />;
    case 'score':
      return <Score {...props} />;
    case 'schedule':
      return <Schedule {...props} zone={zone} />;
    case 'watch-list':
      return null;
    default:
      return <Threshold {...props} />;
  }
}

function Score({ form, set, findError }: ConditionProps) {
  return (
    <TextField
      label={tRuleForm('scoreAbove')}
      help={tRuleForm('scoreHelp')}
      inputMode="decimal"
      value={form.score}
      limit={80}
      error={findError('score')}
      onChange={(event) => set({ score: event.target.value })}
    />
  );
}

function Schedule({ form, set, findError, zone }: ConditionProps & { zone: string }) {
  const error = findError('days');
  const toggleDay = (day: string, isSelected: boolean) =>
    set({ days: isSelected ? [...form.days, day] : form.days.filter((one) => one !== day) });
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium text-sm">{tRuleForm('days')}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              label={formatWeekday(day)}
              checked={form.days.includes(String(day))}
              onChange={(event) => toggleDay(String(day), event.target.checked)}
            />
          ))}
        </div>
        {error !== undefined && <p className="text-bad text-xs">{error}</p>}
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        {(['from', 'until'] as const).map((field) => (
          <TextField
            key={field}
            type="time"
            label={tRuleForm(`times.${field}`)}
            value={form[field]}
            error={findError(field)}
            onChange={({ target: { value } }) => set(field === 'from' ? { from: value } : { until: value })}
          />
        ))}
      </div>
      <p className="text-muted text-xs">{tRuleForm('timesHelp', { zone })}</p>
    </>
  );
}

const figureCurrencies: Readonly<Record<string, readonly string[]>> = {
  coin: cryptoCurrencies,
  display: fiatCurrencies,
  settlement: settlementCurrencies,
  eur: ['EUR'],
};

/** Lists the currencies of a figure. A saved currency that the service doesn't document stays selectable. */
function listCurrencies(form: ConditionForm): readonly string[] {
  const named = figureCurrencies[form.figure] ?? [];
  return named.includes(form.currency) || form.currency === '' ? named : [...named, form.currency];
}

function Threshold({ form, subject, set, findError }: ConditionProps) {
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

function Velocity({ zone, ...props }: ConditionProps & { zone: string }) {
  const { form, subject, scope, set, findError } = props;
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
        name={`${scope}measure`}
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
        <Threshold {...props} />
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
        name={`${scope}unit`}
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

function Category({ form, subject, scope, set, findError }: ConditionProps) {
  const places = listEntityPlaces(subject);
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
        name={`${scope}match`}
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
        list={categoriesId}
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
