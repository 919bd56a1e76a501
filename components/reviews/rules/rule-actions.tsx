import { useQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Select } from '#components/ui/select.tsx';
import { tRuleForm } from '#lib/messages/review-rules.ts';
import type { RuleForm as Form } from '#lib/reviews/rules/model/form.ts';
import { ruleDueHours } from '#lib/reviews/rules/model/rule.ts';
import type { RuleChoices } from '#lib/reviews/rules/schema/views.ts';
import type { FieldErrors } from '#lib/values/errors.ts';

const choicesShape = checkFields<RuleChoices>(withFields('people', 'categories'));
const noChoices: RuleChoices = { people: [], categories: [] };

/** Reads the people to whom cases can be assigned, and the categories of the form. */
export function useRuleChoices(businessId: string): RuleChoices {
  const { data } = useQuery({
    queryKey: ['b', businessId, 'reviews', 'rule choices'],
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${businessId}/reviews/rules/choices`, choicesShape, signal),
  });
  return data ?? noChoices;
}

/** Chooses what happens to a case that the rule opens: when it is due, and to whom it is assigned. */
export function RuleActions({
  people,
  form,
  set,
  errors,
}: {
  people: RuleChoices['people'];
  form: Form;
  set: (change: Partial<Form>) => void;
  errors: FieldErrors;
}) {
  const { dueHours, assignTo } = form;
  const isFormer = assignTo !== '' && !people.some(({ personId }) => personId === assignTo);
  return (
    <fieldset className="flex flex-col gap-4 border-line border-t pt-4">
      <legend className="sr-only">{tRuleForm('actions.title')}</legend>
      <p aria-hidden className="font-medium text-sm">
        {tRuleForm('actions.title')}
      </p>
      <Select
        label={tRuleForm('actions.due')}
        help={tRuleForm('actions.dueHelp')}
        choices={[
          { value: '', label: tRuleForm('actions.dueUsual') },
          ...ruleDueHours.map((count) => ({
            value: String(count),
            label: tRuleForm('actions.dueHours', { count }),
          })),
        ]}
        value={dueHours}
        error={errors['dueHours']?.[0]}
        onChange={(event) => set({ dueHours: event.target.value })}
      />
      <Select
        label={tRuleForm('actions.assign')}
        help={tRuleForm('actions.assignHelp')}
        choices={[
          { value: '', label: tRuleForm('actions.noOne') },
          ...people.map(({ personId, name }) => ({ value: personId, label: name })),
          ...(isFormer ? [{ value: assignTo, label: tRuleForm('actions.former') }] : []),
        ]}
        value={assignTo}
        error={errors['personId']?.[0]}
        onChange={(event) => set({ assignTo: event.target.value })}
      />
    </fieldset>
  );
}
