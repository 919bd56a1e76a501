import { tReviewRules } from '#lib/messages/review-rules.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { SubjectKind } from '../../model.ts';
import { subjectKinds } from '../../model.ts';
import type { EntityPlace, Figure, RuleSpec, RuleText, Threshold } from './rule.ts';
import {
  listEntityPlaces,
  listFigures,
  listGroupings,
  maximumCategoryLength,
  maximumCount,
  maximumNameLength,
  maximumSpanHours,
  ruleKinds,
} from './rule.ts';

/** The fields of the form as text, with amounts and counts as the person typed them. */
export type RuleForm = {
  readonly name: string;
  readonly subject: string;
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
};

export const emptyForm: RuleForm = {
  name: '',
  subject: 'deposit',
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
};

type FormResult = { readonly text: RuleText } | { readonly errors: FieldErrors };

/** Reads fields and collects their errors. Returns null for a field that is not valid. */
class FieldReader {
  readonly errors: Record<string, string[]> = {};
  readonly form: RuleForm;
  constructor(form: RuleForm) {
    this.form = form;
  }

  reject(field: keyof RuleForm, message: string): null {
    this.errors[field] = [message];
    return null;
  }

  choice<Value extends string>(field: keyof RuleForm, values: readonly Value[]): Value | null {
    const found = values.find((value) => value === this.form[field]);
    return found ?? this.reject(field, tReviewRules('form.choice'));
  }

  whole(field: 'times' | 'hours' | 'least', most: number): number | null {
    const text = this.form[field].trim();
    const value = /^[0-9]{1,6}$/.test(text) ? Number.parseInt(text, 10) : 0;
    return value >= 1 && value <= most
      ? value
      : this.reject(field, tReviewRules('form.wholeNumber', { most }));
  }

  threshold(subject: SubjectKind): Threshold | null {
    const figure: Figure | null = this.choice('figure', listFigures(subject));
    const currency = figure === 'eur' ? 'EUR' : this.form.currency.trim();
    if (!/^[A-Z0-9]{2,12}$/.test(currency)) this.reject('currency', tReviewRules('form.currency'));
    const over = parseAmount(this.form.over.trim());
    if (over === null) this.reject('over', tReviewRules('form.amount'));
    return figure === null || over === null ? null : { figure, currency, over };
  }
}

function readSpec(reader: FieldReader, subject: SubjectKind): RuleSpec | null {
  const { form } = reader;
  const kind = reader.choice('kind', ruleKinds);
  switch (kind) {
    case null:
      return null;
    case 'amount':
    case 'new-address': {
      const threshold = reader.threshold(subject);
      return threshold === null ? null : { kind, ...threshold };
    }
    case 'velocity': {
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
      return per === null || measure === null || span === null ? null : { kind, per, measure, span };
    }
    case 'category': {
      const among: EntityPlace[] = listEntityPlaces(subject).filter((place) => form.among.includes(place));
      if (among.length === 0) reader.reject('among', tReviewRules('form.places'));
      const category = storableText(form.category).trim();
      if (category === '' || category.length > maximumCategoryLength)
        reader.reject('category', tReviewRules('form.category', { most: maximumCategoryLength }));
      const match = reader.choice('match', ['equals', 'contains'] as const);
      const least = reader.whole('least', maximumCount);
      return match === null || least === null ? null : { kind, among, match, category, least };
    }
  }
}

/** Returns the rule that the form describes, or the errors by field. */
export function readForm(form: RuleForm): FormResult {
  const reader = new FieldReader(form);
  const name = storableText(form.name).trim();
  if (name === '' || name.length > maximumNameLength)
    reader.reject('name', tReviewRules('form.name', { most: maximumNameLength }));
  const subject = reader.choice('subject', subjectKinds);
  const spec = subject === null ? null : readSpec(reader, subject);
  return subject === null || spec === null || Object.keys(reader.errors).length > 0
    ? { errors: reader.errors }
    : { text: { name, subject, spec } };
}

/** Returns the form with the values of the rule. */
export function toRuleForm({ name, subject, spec }: RuleText): RuleForm {
  const base = { ...emptyForm, name, subject, kind: spec.kind };
  switch (spec.kind) {
    case 'amount':
    case 'new-address':
      return { ...base, figure: spec.figure, currency: spec.currency, over: spec.over };
    case 'velocity': {
      const { per, measure, span } = spec;
      const counted =
        measure.of === 'count'
          ? { times: String(measure.over) }
          : { figure: measure.figure, currency: measure.currency, over: measure.over };
      const spanned = span.unit === 'hours' ? { hours: String(span.hours) } : {};
      return { ...base, ...counted, ...spanned, per, measure: measure.of, unit: span.unit };
    }
    case 'category': {
      const { among, match, category, least } = spec;
      return { ...base, among, match, category, least: String(least) };
    }
  }
}
