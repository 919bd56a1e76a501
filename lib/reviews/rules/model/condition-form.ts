import { tRuleProblems } from '#lib/messages/review-rules.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { formatInterpretations, formatTypedAmount, readTypedAmount } from '#lib/values/typed-amount.ts';
import type { TransferKind } from '../../model-transfers.ts';
import type { AmountThreshold, Condition, EntityPlace, Figure } from './rule.ts';
import {
  listEntityPlaces,
  listFigures,
  listGroupings,
  listRuleKinds,
  maximumCategoryLength,
  maximumCount,
  maximumSpanHours,
} from './rule.ts';
import { formatMinute, weekdays } from './schedule.ts';

/** The fields of a condition as text, with amounts and counts as the person typed them. */
export type ConditionForm = {
  readonly kind: string;
  readonly figure: string;
  readonly currency: string;
  readonly over: string;
  readonly per: string;
  readonly measure: string;
  readonly times: string;
  readonly unit: string;
  readonly hours: string;
  readonly among: readonly string[];
  readonly match: string;
  readonly category: string;
  readonly least: string;
  readonly score: string;
  /** Weekdays. 1 is Monday. */
  readonly days: readonly string[];
  readonly from: string;
  readonly until: string;
};

export const emptyCondition: ConditionForm = {
  kind: 'amount',
  figure: 'coin',
  currency: 'BTC',
  over: '',
  per: 'address',
  measure: 'count',
  times: '',
  unit: 'hours',
  hours: '24',
  among: ['owner'],
  match: 'equals',
  category: '',
  least: '1',
  score: '',
  days: ['1', '2', '3', '4', '5', '6', '7'],
  from: '22:00',
  until: '06:00',
};

/** Returns the condition with its amounts as a person of this locale types them. */
export const toTypedCondition = <Form extends ConditionForm>(form: Form, locale: string): Form => ({
  ...form,
  over: formatTypedAmount(form.over, locale),
  score: formatTypedAmount(form.score, locale),
});

/**
 * Reads the fields of a condition and collects their errors. Returns null for a field that is not valid. Amounts are read
 * with the separators of the locale, or as plain digits if it is null.
 */
export class FieldReader {
  readonly form: ConditionForm;
  readonly #locale: string | null;
  readonly #errors: Record<string, string[]>;
  readonly #toName: (field: string) => string;
  constructor(
    form: ConditionForm,
    errors: Record<string, string[]>,
    locale: string | null,
    toName: (field: string) => string = (field) => field,
  ) {
    this.form = form;
    this.#locale = locale;
    this.#errors = errors;
    this.#toName = toName;
  }

  reject(field: keyof ConditionForm, message: string): null {
    this.#errors[this.#toName(field)] = [message];
    return null;
  }

  choice<Value extends string>(field: keyof ConditionForm, values: readonly Value[]): Value | null {
    const found = values.find((value) => value === this.form[field]);
    return found ?? this.reject(field, tRuleProblems('choice'));
  }

  whole(field: 'times' | 'hours' | 'least', most: number): number | null {
    const text = this.form[field].trim();
    const value = /^[0-9]{1,6}$/.test(text) ? Number.parseInt(text, 10) : 0;
    return value >= 1 && value <= most ? value : this.reject(field, tRuleProblems('wholeNumber', { most }));
  }

  minute(field: 'from' | 'until'): number | null {
    const [, hour, minute] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(this.form[field].trim()) ?? [];
    return hour === undefined || minute === undefined
      ? this.reject(field, tRuleProblems('time'))
      : Number.parseInt(hour, 10) * 60 + Number.parseInt(minute, 10);
  }

  /** `decimals` is the maximum of the currency, or null. */
  amount(field: 'over' | 'score', decimals: number | null, problem: string): Amount | null {
    const text = this.form[field].trim();
    if (this.#locale === null) return parseAmount(text) ?? this.reject(field, problem);
    const typed = readTypedAmount(text, this.#locale, decimals);
    if (typed.kind === 'ambiguous')
      return this.reject(
        field,
        tRuleProblems('ambiguous', formatInterpretations(typed.readings, this.#locale)),
      );
    return parseAmount(typed.kind === 'amount' ? typed.digits : typed.text) ?? this.reject(field, problem);
  }

  threshold(subject: TransferKind): AmountThreshold | null {
    const figure: Figure | null = this.choice('figure', listFigures(subject));
    const currency = figure === 'eur' ? 'EUR' : this.form.currency.trim();
    const isCurrency = /^[A-Z0-9]{2,12}$/.test(currency);
    if (!isCurrency) this.reject('currency', tRuleProblems('currency'));
    const decimals = isFiatCurrency(currency) ? fiatFractionDigits(currency) : null;
    const over = this.amount('over', decimals, tRuleProblems('amount'));
    return figure === null || over === null || !isCurrency ? null : { figure, currency, over };
  }
}

function readVelocity(reader: FieldReader, subject: TransferKind): Condition | null {
  const per = reader.choice('per', listGroupings(subject));
  const of = reader.choice('measure', ['count', 'sum'] as const);
  const unit = reader.choice('unit', ['hours', 'day'] as const);
  const hours = unit === 'hours' ? reader.whole('hours', maximumSpanHours) : null;
  const times = of === 'count' ? reader.whole('times', maximumCount) : null;
  const threshold = of === 'sum' ? reader.threshold(subject) : null;
  const measure =
    times !== null
      ? ({ of: 'count', over: times } as const)
      : threshold !== null
        ? ({ of: 'sum', ...threshold } as const)
        : null;
  const span =
    unit === 'day' ? ({ unit } as const) : hours !== null ? ({ unit: 'hours', hours } as const) : null;
  return per === null || measure === null || span === null ? null : { kind: 'velocity', per, measure, span };
}

function readCategory(reader: FieldReader, subject: TransferKind): Condition | null {
  const { form } = reader;
  const among: EntityPlace[] = listEntityPlaces(subject).filter((place) => form.among.includes(place));
  if (among.length === 0) reader.reject('among', tRuleProblems('places'));
  const category = storableText(form.category).trim();
  const isCategory = category !== '' && category.length <= maximumCategoryLength;
  if (!isCategory) reader.reject('category', tRuleProblems('category', { most: maximumCategoryLength }));
  const match = reader.choice('match', ['equals', 'contains'] as const);
  const least = reader.whole('least', maximumCount);
  return match === null || least === null || among.length === 0 || !isCategory
    ? null
    : { kind: 'category', among, match, category, least };
}

function readSchedule(reader: FieldReader): Condition | null {
  const days = weekdays.filter((day) => reader.form.days.includes(String(day)));
  if (days.length === 0) reader.reject('days', tRuleProblems('days'));
  const from = reader.minute('from');
  const until = reader.minute('until');
  return from === null || until === null || days.length === 0
    ? null
    : { kind: 'schedule', days, from, until };
}

/** Returns the condition that the fields describe, or null if the reader collected errors. */
export function readCondition(reader: FieldReader, subject: TransferKind): Condition | null {
  const kind = reader.choice('kind', listRuleKinds(subject));
  switch (kind) {
    case null:
      return null;
    case 'amount':
    case 'new-address': {
      const threshold = reader.threshold(subject);
      return threshold === null ? null : { kind, ...threshold };
    }
    case 'velocity':
      return readVelocity(reader, subject);
    case 'category':
      return readCategory(reader, subject);
    case 'score': {
      const over = reader.amount('score', null, tRuleProblems('score'));
      return over === null ? null : { kind, over };
    }
    case 'watch-list':
      return { kind };
    case 'schedule':
      return readSchedule(reader);
  }
}

/** Returns the fields with the values of a condition. */
export function toConditionForm(condition: Condition): ConditionForm {
  const base = { ...emptyCondition, kind: condition.kind };
  switch (condition.kind) {
    case 'amount':
    case 'new-address':
      return { ...base, figure: condition.figure, currency: condition.currency, over: condition.over };
    case 'velocity': {
      const { per, measure, span } = condition;
      const counted =
        measure.of === 'count'
          ? { times: String(measure.over) }
          : { figure: measure.figure, currency: measure.currency, over: measure.over };
      const spanned = span.unit === 'hours' ? { hours: String(span.hours) } : {};
      return { ...base, ...counted, ...spanned, per, measure: measure.of, unit: span.unit };
    }
    case 'category': {
      const { among, match, category, least } = condition;
      return { ...base, among, match, category, least: String(least) };
    }
    case 'score':
      return { ...base, score: condition.over };
    case 'watch-list':
      return base;
    case 'schedule': {
      const { days, from, until } = condition;
      return { ...base, days: days.map(String), from: formatMinute(from), until: formatMinute(until) };
    }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the fields of a condition from a kept value. Missing fields have their usual values. */
function restoreCondition(value: object): ConditionForm & { readonly join: string } {
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (name: keyof ConditionForm & string, usual: string): string => {
    const found = fields.get(name);
    return isText(found) ? found : usual;
  };
  const list = (name: 'among' | 'days'): readonly string[] => {
    const found = fields.get(name);
    return Array.isArray(found) ? found.filter(isText) : emptyCondition[name];
  };
  const { among: _among, days: _days, ...texts } = emptyCondition;
  return {
    ...emptyCondition,
    kind: text('kind', texts.kind),
    figure: text('figure', texts.figure),
    currency: text('currency', texts.currency),
    over: text('over', texts.over),
    per: text('per', texts.per),
    measure: text('measure', texts.measure),
    times: text('times', texts.times),
    unit: text('unit', texts.unit),
    hours: text('hours', texts.hours),
    match: text('match', texts.match),
    category: text('category', texts.category),
    least: text('least', texts.least),
    score: text('score', texts.score),
    from: text('from', texts.from),
    until: text('until', texts.until),
    among: list('among'),
    days: list('days'),
    join: fields.get('join') === 'or' ? 'or' : 'and',
  };
}

/** Restores further conditions from the text of a draft. An unreadable text has none. */
export function restoreConditions(text: string): readonly (ConditionForm & { readonly join: string })[] {
  try {
    const kept: unknown = JSON.parse(text);
    if (!Array.isArray(kept)) return [];
    return kept
      .filter((one: unknown): one is object => typeof one === 'object' && one !== null)
      .map(restoreCondition);
  } catch {
    return [];
  }
}
