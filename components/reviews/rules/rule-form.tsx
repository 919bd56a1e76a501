'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { saveRuleAction } from '#lib/reviews/rules/actions.ts';
import type { RuleForm as Form } from '#lib/reviews/rules/model/form.ts';
import { readForm } from '#lib/reviews/rules/model/form.ts';
import {
  listEntityPlaces,
  listFigures,
  listGroupings,
  longestName,
  ruleKinds,
} from '#lib/reviews/rules/model/rule.ts';
import { describeRule, listCaveats } from '#lib/reviews/rules/model/sentence.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { RuleConditions } from './rule-conditions.tsx';
import { kindWords } from './rule-words.ts';

type Given = {
  businessId: string;
  /** Null: it is a new rule. */
  known: { readonly ruleId: string; readonly version: number } | null;
  initial: Form;
  zone: string;
  onSaved: (ruleId: string) => void;
  onCancel: () => void;
};

/** What was chosen before may not be there for the other subject. */
function fitting(form: Form): Form {
  const subject = form.subject === 'withdrawal' ? 'withdrawal' : 'deposit';
  const figures: readonly string[] = listFigures(subject);
  const groupings: readonly string[] = listGroupings(subject);
  const places: readonly string[] = listEntityPlaces(subject);
  const among = form.among.filter((place) => places.includes(place));
  return {
    ...form,
    figure: figures.includes(form.figure) ? form.figure : 'coin',
    per: groupings.includes(form.per) ? form.per : 'address',
    among: among.length > 0 ? among : ['owner'],
  };
}

/** Writes a rule, with the sentence that it is beside it. Saving makes nothing bite. */
export function RuleForm({ businessId, known, initial, zone, onSaved, onCancel }: Given) {
  const { act, isPending } = useAction(businessId, 'reviews');
  const [form, setForm] = useState(initial);
  const [shown, setShown] = useState<FieldErrors>({});
  const read = readForm(form);
  const set = (change: Partial<Form>) => {
    setForm(fitting({ ...form, ...change }));
    setShown(Object.fromEntries(Object.entries(shown).filter(([field]) => !(field in change))));
  };
  const errorOf = (field: keyof Form) => shown[field]?.[0];
  const save = async () => {
    if ('errors' in read) return setShown(read.errors);
    const input = { businessId, ruleId: known?.ruleId ?? null, version: known?.version ?? 0, form };
    const saved = await act(() => saveRuleAction(input), {
      failed: 'Not saved',
      done: known === null ? 'Saved as a draft' : 'Saved as the next version',
    });
    if (saved !== null) onSaved(saved.ruleId);
  };
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
      <form
        aria-label="Rule"
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Name"
          help="How the desk will read it as the reason of a case."
          value={form.name}
          limit={longestName}
          error={errorOf('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <RadioGroup
          name="subject"
          label="Looks at"
          look="segments"
          choices={[
            { value: 'deposit', label: 'Deposits' },
            { value: 'withdrawal', label: 'Withdrawals' },
          ]}
          value={form.subject}
          onChange={(event) => set({ subject: event.target.value })}
        />
        <RadioGroup
          name="kind"
          label="Opens a case because of"
          choices={ruleKinds.map((kind) => ({ value: kind, ...kindWords[kind] }))}
          value={form.kind}
          onChange={(event) => set({ kind: event.target.value })}
        />
        <RuleConditions form={form} set={set} errorOf={errorOf} zone={zone} />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" isPending={isPending}>
            {known === null ? 'Save draft' : 'Save as next version'}
          </Button>
          <Button onPress={onCancel}>Cancel</Button>
        </div>
      </form>
      <div className="min-w-0">
        <Section title="What it does">
          <div aria-live="polite" className="flex flex-col gap-2">
            {'text' in read ? (
              <>
                <p className="break-words text-base">
                  {describeRule(read.text.subject, read.text.spec, zone)}
                </p>
                <ul className="flex list-disc flex-col gap-1 pl-4 text-muted text-sm">
                  {listCaveats(read.text.subject, read.text.spec).map((caveat) => (
                    <li key={caveat}>{caveat}</li>
                  ))}
                </ul>
              </>
            ) : (
              <p className="text-muted text-sm">Its sentence stands here once everything is filled in.</p>
            )}
          </div>
          <p className="mt-3 text-muted text-sm">
            Saving it makes nothing bite. Try it against the past, propose it, and somebody else approves it.
          </p>
        </Section>
      </div>
    </div>
  );
}
