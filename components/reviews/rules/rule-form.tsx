'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tRuleForm } from '#lib/messages/review-rules.ts';
import type { TransferKind } from '#lib/reviews/model-transfers.ts';
import { saveRuleAction } from '#lib/reviews/rules/actions.ts';
import type { ConditionForm } from '#lib/reviews/rules/model/condition-form.ts';
import { restoreConditions } from '#lib/reviews/rules/model/condition-form.ts';
import type { RuleForm as Form } from '#lib/reviews/rules/model/form.ts';
import { readForm, toRuleForm, toTypedForm } from '#lib/reviews/rules/model/form.ts';
import type { RuleText } from '#lib/reviews/rules/model/rule.ts';
import {
  listEntityPlaces,
  listFigures,
  listGroupings,
  listRuleKinds,
  maximumNameLength,
} from '#lib/reviews/rules/model/rule.ts';
import { describeActions, describeRule, listCaveats } from '#lib/reviews/rules/model/sentence.ts';
import type { RuleChoices } from '#lib/reviews/rules/schema/views.ts';
import { FurtherConditions } from './further-conditions.tsx';
import { RuleActions, useRuleChoices } from './rule-actions.tsx';
import { categoriesId, RuleConditions } from './rule-conditions.tsx';

/** Says what a rule does, and what its sentence doesn't mention. */
function RuleSummary({
  rule: { subject, spec, actions },
  people,
  zone,
}: {
  rule: RuleText;
  people: RuleChoices['people'];
  zone: string;
}) {
  const effects = describeActions(
    actions,
    (id) => people.find(({ personId }) => personId === id)?.name ?? tRuleForm('actions.former'),
  );
  return (
    <>
      <p className="break-words text-base">{describeRule(subject, spec, zone)}</p>
      <ul className="flex list-disc flex-col gap-1 ps-4 text-muted text-sm">
        {[...effects, ...listCaveats(subject, spec)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

type RuleFormProps = {
  businessId: string;
  /** The saved rule; null for a new one. */
  saved: { readonly ruleId: string; readonly version: number } | null;
  /** With amounts in plain digits. */
  initial: Form;
  zone: string;
  onSaved: (ruleId: string) => void;
  onCancel: () => void;
};

const toSubject = (form: Form) => (form.subject === 'withdrawal' ? 'withdrawal' : 'deposit');

/** Resets the choices of a condition that don't exist for the subject. */
function resetCondition<Condition extends ConditionForm>(form: Condition, subject: TransferKind): Condition {
  const figures: readonly string[] = listFigures(subject);
  const groupings: readonly string[] = listGroupings(subject);
  const places: readonly string[] = listEntityPlaces(subject);
  const kinds: readonly string[] = listRuleKinds(subject);
  const among = form.among.filter((place) => places.includes(place));
  return {
    ...form,
    kind: kinds.includes(form.kind) ? form.kind : 'amount',
    figure: figures.includes(form.figure) ? form.figure : 'coin',
    per: groupings.includes(form.per) ? form.per : 'address',
    among: among.length > 0 ? among : ['owner'],
  };
}

const resetUnavailableChoices = (form: Form): Form => ({
  ...resetCondition(form, toSubject(form)),
  more: form.more.map((one) => resetCondition(one, toSubject(form))),
});

/** The texts of a form as they are kept. */
const toFields = (form: Form) => ({
  ...form,
  among: form.among.join(','),
  days: form.days.join(','),
  more: JSON.stringify(form.more),
});

const splitList = (text: string | undefined, initial: readonly string[]): readonly string[] =>
  text?.split(',').filter((one) => one !== '') ?? initial;

/** Restores a form from kept texts. Choices that don't exist for its subject are reset. */
function toForm(fields: Readonly<Record<string, string | undefined>>, initial: Form): Form {
  const { among, days, more, ...texts } = initial;
  return resetUnavailableChoices({
    name: fields['name'] ?? texts.name,
    subject: fields['subject'] ?? texts.subject,
    kind: fields['kind'] ?? texts.kind,
    figure: fields['figure'] ?? texts.figure,
    currency: fields['currency'] ?? texts.currency,
    over: fields['over'] ?? texts.over,
    per: fields['per'] ?? texts.per,
    measure: fields['measure'] ?? texts.measure,
    times: fields['times'] ?? texts.times,
    unit: fields['unit'] ?? texts.unit,
    hours: fields['hours'] ?? texts.hours,
    match: fields['match'] ?? texts.match,
    category: fields['category'] ?? texts.category,
    least: fields['least'] ?? texts.least,
    score: fields['score'] ?? texts.score,
    from: fields['from'] ?? texts.from,
    until: fields['until'] ?? texts.until,
    dueHours: fields['dueHours'] ?? texts.dueHours,
    assignTo: fields['assignTo'] ?? texts.assignTo,
    among: splitList(fields['among'], among),
    days: splitList(fields['days'], days),
    more: fields['more'] === undefined ? more : restoreConditions(fields['more']),
  });
}

/** Edits a rule and shows its summary. Saving creates a draft, which opens no cases. */
export function RuleForm({ businessId, saved, initial: stored, zone, onSaved, onCancel }: RuleFormProps) {
  const { locale } = useLocaleSettings();
  const initial = toTypedForm(stored, locale);
  const { people, categories } = useRuleChoices(businessId);
  const texts = useActionForm({
    businessId,
    kind: 'reviews',
    draft: 'review-rule',
    subject: saved?.ruleId ?? 'new-rule',
    initial: toFields(initial),
    read: (typed) => {
      const read = readForm(toForm(typed, initial), locale);
      return 'errors' in read ? read : { texts: toFields(toRuleForm(read.text)) };
    },
    action: (fields) =>
      saveRuleAction({
        businessId,
        ruleId: saved?.ruleId ?? null,
        version: saved?.version ?? 0,
        form: toForm(fields, initial),
      }),
    messages: { failed: tRuleForm('failed'), done: tRuleForm(saved === null ? 'saved' : 'savedVersion') },
    onDone: ({ ruleId }) => onSaved(ruleId),
  });
  const form = toForm(texts.fields, initial);
  const read = readForm(form, locale);
  const { errors } = texts;
  const set = (change: Partial<Form>) => texts.set(toFields(resetUnavailableChoices({ ...form, ...change })));
  const subject = toSubject(form);
  const findError = (field: string) => errors[field]?.[0];
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
      <form
        aria-label={tRuleForm('label')}
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void texts.submit();
        }}
      >
        <TextField
          label={tRuleForm('name')}
          help={tRuleForm('nameHelp')}
          value={form.name}
          limit={maximumNameLength}
          error={findError('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <RadioGroup
          name="subject"
          label={tRuleForm('subject')}
          appearance="segments"
          choices={[
            { value: 'deposit', label: tRuleForm('subjects.deposit') },
            { value: 'withdrawal', label: tRuleForm('subjects.withdrawal') },
          ]}
          value={form.subject}
          onChange={(event) => set({ subject: event.target.value })}
        />
        <RadioGroup
          name="kind"
          label={tRuleForm('kind')}
          choices={listRuleKinds(subject).map((kind) => ({
            value: kind,
            label: tRuleForm(`kinds.${kind}`),
            help: tRuleForm(`kindHelp.${kind}`),
          }))}
          value={form.kind}
          onChange={(event) => set({ kind: event.target.value })}
        />
        <RuleConditions form={form} subject={subject} scope="" set={set} findError={findError} zone={zone} />
        <FurtherConditions
          more={form.more}
          subject={subject}
          zone={zone}
          findError={findError}
          onChange={(more) => set({ more })}
        />
        <RuleActions people={people} form={form} set={set} errors={errors} />
        <datalist id={categoriesId}>
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <DraftNotice draft={texts.draft} />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" isPending={texts.isPending}>
            {tRuleForm(saved === null ? 'save' : 'saveVersion')}
          </Button>
          <Button onPress={onCancel}>{tControls('cancel')}</Button>
        </div>
      </form>
      <div className="min-w-0">
        <Section title={tRuleForm('summary')}>
          <div aria-live="polite" className="flex flex-col gap-2">
            {'text' in read ? (
              <RuleSummary rule={read.text} people={people} zone={zone} />
            ) : (
              <p className="text-muted text-sm">{tRuleForm('summaryEmpty')}</p>
            )}
          </div>
          <p className="mt-3 text-muted text-sm">{tRuleForm('nextSteps')}</p>
        </Section>
      </div>
    </div>
  );
}
