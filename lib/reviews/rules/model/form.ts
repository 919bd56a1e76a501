import { tRuleProblems } from '#lib/messages/review-rules.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { TransferKind } from '../../model-transfers.ts';
import { transferKinds } from '../../model-transfers.ts';
import type { ConditionForm } from './condition-form.ts';
import {
  emptyCondition,
  FieldReader,
  readCondition,
  toConditionForm,
  toTypedCondition,
} from './condition-form.ts';
import type { Condition, RuleActions, RuleSpec, RuleText } from './rule.ts';
import { maximumConditions, maximumNameLength, ruleDueHours } from './rule.ts';

/** A condition after the first. `and` joins it to the group before it, `or` begins another group. */
export type FurtherCondition = ConditionForm & { readonly join: string };

/** The fields of the form as text. The fields of the first condition are its own. */
export type RuleForm = ConditionForm & {
  readonly name: string;
  readonly subject: string;
  readonly more: readonly FurtherCondition[];
  /** Hours until a case is due. Empty for the usual time. */
  readonly dueHours: string;
  /** The ID of the person to whom cases are assigned. Empty for no one. */
  readonly assignTo: string;
};

export const emptyForm: RuleForm = {
  ...emptyCondition,
  name: '',
  subject: 'deposit',
  more: [],
  dueHours: '',
  assignTo: '',
};

type FormResult = { readonly text: RuleText } | { readonly errors: FieldErrors };

/** Returns the name of a field of a further condition among the errors. */
export const furtherField = (place: number, field: string): string => `more.${place}.${field}`;

/** Joins the conditions: `and` binds more closely than `or`. */
function joinConditions(
  first: Condition,
  further: readonly { readonly join: string; readonly condition: Condition }[],
): RuleSpec {
  if (further.length === 0) return first;
  const groups: Condition[][] = [[first]];
  for (const { join, condition } of further) {
    const last = groups.at(-1);
    if (join === 'or' || last === undefined) groups.push([condition]);
    else last.push(condition);
  }
  return { kind: 'group', anyOf: groups };
}

function readSpec(
  form: RuleForm,
  subject: TransferKind,
  { errors, locale }: { errors: Record<string, string[]>; locale: string | null },
): RuleSpec | null {
  const first = readCondition(new FieldReader(form, errors, locale), subject);
  if (form.more.length >= maximumConditions)
    errors['more'] = [tRuleProblems('conditions', { most: maximumConditions })];
  const further = form.more.map((one, place) => ({
    join: one.join,
    condition: readCondition(
      new FieldReader(one, errors, locale, (field) => furtherField(place, field)),
      subject,
    ),
  }));
  const read = further.flatMap(({ join, condition }) => (condition === null ? [] : [{ join, condition }]));
  return first === null || read.length < further.length ? null : joinConditions(first, read);
}

function readActions({ dueHours, assignTo }: RuleForm, errors: Record<string, string[]>): RuleActions {
  const hours = ruleDueHours.find((one) => String(one) === dueHours) ?? null;
  if (hours === null && dueHours !== '') errors['dueHours'] = [tRuleProblems('choice')];
  return { dueHours: hours, assignTo: assignTo === '' ? null : assignTo };
}

/**
 * Returns the rule that the form describes, or the errors by field. Amounts are read with the separators of the person's
 * locale. Without a locale they are plain digits, as they are sent.
 */
export function readForm(form: RuleForm, locale: string | null = null): FormResult {
  const errors: Record<string, string[]> = {};
  const name = storableText(form.name).trim();
  if (name === '' || name.length > maximumNameLength)
    errors['name'] = [tRuleProblems('name', { most: maximumNameLength })];
  const subject = transferKinds.find((kind) => kind === form.subject) ?? null;
  if (subject === null) errors['subject'] = [tRuleProblems('choice')];
  const spec = subject === null ? null : readSpec(form, subject, { errors, locale });
  const actions = readActions(form, errors);
  return subject === null || spec === null || Object.keys(errors).length > 0
    ? { errors }
    : { text: { name, subject, spec, actions } };
}

/** Returns the form with the values of the rule. */
export function toRuleForm({ name, subject, spec, actions }: RuleText): RuleForm {
  const groups = spec.kind === 'group' ? spec.anyOf : [[spec]];
  const [first = emptyCondition, ...more] = groups.flatMap((group, at) =>
    group.map((condition, place) => ({
      ...toConditionForm(condition),
      join: at > 0 && place === 0 ? 'or' : 'and',
    })),
  );
  return {
    ...emptyForm,
    ...toConditionFields(first),
    name,
    subject,
    more,
    dueHours: actions.dueHours === null ? '' : String(actions.dueHours),
    assignTo: actions.assignTo ?? '',
  };
}

/** Returns the form with its amounts as a person of this locale types them. */
export const toTypedForm = (form: RuleForm, locale: string): RuleForm => ({
  ...toTypedCondition(form, locale),
  more: form.more.map((one) => toTypedCondition(one, locale)),
});

/** Leaves out how the condition is joined. */
function toConditionFields(form: ConditionForm & { readonly join?: string }): ConditionForm {
  const { join: _join, ...fields } = form;
  return fields;
}
