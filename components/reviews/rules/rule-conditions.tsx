'use client';

import { AmountField } from '#components/ui/amount-field.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { RuleForm as Form } from '#lib/reviews/rules/model/form.ts';
import {
  listEntityPlaces,
  listFigures,
  listGroupings,
  longestCategory,
} from '#lib/reviews/rules/model/rule.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';
import { figureWords, groupWords, placeWords } from './rule-words.ts';

type Given = {
  form: Form;
  set: (change: Partial<Form>) => void;
  errorOf: (field: keyof Form) => string | undefined;
};

const subjectOf = (form: Form) => (form.subject === 'withdrawal' ? 'withdrawal' : 'deposit');

/** What the kind of rule that was chosen asks for. */
export function RuleConditions({ form, set, errorOf, zone }: Given & { zone: string }) {
  if (form.kind === 'velocity') return <Velocity form={form} set={set} errorOf={errorOf} zone={zone} />;
  if (form.kind === 'category') return <Category form={form} set={set} errorOf={errorOf} />;
  return <Threshold form={form} set={set} errorOf={errorOf} />;
}

const currenciesOf: Readonly<Record<string, readonly string[]>> = {
  coin: cryptoCurrencies,
  display: fiatCurrencies,
  settlement: settlementCurrencies,
  eur: ['EUR'],
};

/** A code that the interface does not name stays as it was. */
function choicesOf(form: Form): readonly string[] {
  const named = currenciesOf[form.figure] ?? [];
  return named.includes(form.currency) || form.currency === '' ? named : [...named, form.currency];
}

function Threshold({ form, set, errorOf }: Given) {
  const subject = subjectOf(form);
  const isEur = form.figure === 'eur';
  return (
    <>
      <Select
        label="Figure"
        help="As the record tells it. Nothing is converted."
        choices={listFigures(subject).map((figure) => ({
          value: figure,
          label: figureWords[subject][figure],
        }))}
        value={form.figure}
        error={errorOf('figure')}
        onChange={(event) => {
          const figure = event.target.value;
          set({ figure, currency: currenciesOf[figure]?.[0] ?? '' });
        }}
      />
      {!isEur && (
        <Select
          label="Currency"
          choices={choicesOf(form).map((code) => ({ value: code, label: code }))}
          value={form.currency}
          error={errorOf('currency')}
          onChange={(event) => set({ currency: event.target.value })}
        />
      )}
      <AmountField
        label="Over"
        help="Exactly this much opens no case; any more does."
        unit={isEur ? 'EUR' : form.currency}
        value={form.over}
        limit={80}
        error={errorOf('over')}
        onChange={(event) => set({ over: event.target.value })}
      />
    </>
  );
}

function Velocity({ form, set, errorOf, zone }: Given & { zone: string }) {
  const subject = subjectOf(form);
  return (
    <>
      <Select
        label="Counted together"
        choices={listGroupings(subject).map((per) => ({ value: per, label: groupWords[per] }))}
        value={form.per}
        error={errorOf('per')}
        onChange={(event) => set({ per: event.target.value })}
      />
      <RadioGroup
        name="measure"
        label="Too many or too much"
        look="segments"
        choices={[
          { value: 'count', label: 'Number' },
          { value: 'sum', label: 'Sum' },
        ]}
        value={form.measure}
        onChange={(event) => set({ measure: event.target.value })}
      />
      {form.measure === 'sum' ? (
        <Threshold form={form} set={set} errorOf={errorOf} />
      ) : (
        <TextField
          label="More than"
          help={`So many ${subject}s are fine; each one after that opens a case.`}
          inputMode="numeric"
          value={form.times}
          limit={6}
          error={errorOf('times')}
          onChange={(event) => set({ times: event.target.value })}
        />
      )}
      <RadioGroup
        name="unit"
        label="In"
        choices={[
          { value: 'hours', label: 'A number of hours', help: `Counted back from each ${subject}` },
          {
            value: 'day',
            label: 'One day',
            help: `From midnight to midnight in ${zone}, the zone of this business`,
          },
        ]}
        value={form.unit}
        onChange={(event) => set({ unit: event.target.value })}
      />
      {form.unit === 'hours' && (
        <TextField
          label="Hours"
          help="From 1 to 720, which is 30 days."
          inputMode="numeric"
          value={form.hours}
          limit={6}
          error={errorOf('hours')}
          onChange={(event) => set({ hours: event.target.value })}
        />
      )}
    </>
  );
}

function Category({ form, set, errorOf }: Given) {
  const places = listEntityPlaces(subjectOf(form));
  const among = (place: string, isOn: boolean) =>
    set({ among: isOn ? [...form.among, place] : form.among.filter((one) => one !== place) });
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium text-sm">Looked for among</legend>
        {places.map((place) => (
          <Checkbox
            key={place}
            label={placeWords[place]}
            checked={form.among.includes(place)}
            disabled={places.length === 1}
            onChange={(event) => among(place, event.target.checked)}
          />
        ))}
      </fieldset>
      <RadioGroup
        name="match"
        label="The category"
        look="segments"
        choices={[
          { value: 'equals', label: 'Is' },
          { value: 'contains', label: 'Contains' },
        ]}
        value={form.match}
        onChange={(event) => set({ match: event.target.value })}
      />
      <TextField
        label="Category"
        help="As assessments write it; capital and small letters are the same."
        value={form.category}
        limit={longestCategory}
        error={errorOf('category')}
        onChange={(event) => set({ category: event.target.value })}
      />
      <TextField
        label="At least so many entities"
        help="An assessment tells names and categories, no shares."
        inputMode="numeric"
        value={form.least}
        limit={6}
        error={errorOf('least')}
        onChange={(event) => set({ least: event.target.value })}
      />
    </>
  );
}
