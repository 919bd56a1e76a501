import { Plus, X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/select.tsx';
import { tRuleForm } from '#lib/messages/review-rules.ts';
import type { TransferKind } from '#lib/reviews/model-transfers.ts';
import { emptyCondition } from '#lib/reviews/rules/model/condition-form.ts';
import type { FurtherCondition } from '#lib/reviews/rules/model/form.ts';
import { furtherField } from '#lib/reviews/rules/model/form.ts';
import { listRuleKinds, maximumConditions } from '#lib/reviews/rules/model/rule.ts';
import { RuleConditions } from './rule-conditions.tsx';

const joins = ['and', 'or'] as const;

/** Adds conditions after the first and joins them by "and" or "or". */
export function FurtherConditions({
  more,
  subject,
  zone,
  findError,
  onChange,
}: {
  more: readonly FurtherCondition[];
  subject: TransferKind;
  zone: string;
  findError: (field: string) => string | undefined;
  onChange: (more: readonly FurtherCondition[]) => void;
}) {
  const change = (place: number, fields: Partial<FurtherCondition>) =>
    onChange(more.map((one, at) => (at === place ? { ...one, ...fields } : one)));
  return (
    <>
      {more.map((condition, place) => {
        const number = place + 2;
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity, and all fields are controlled
            key={place}
            className="flex min-w-0 flex-col gap-4 rounded-md border border-line p-3"
          >
            <legend className="px-1 font-medium text-sm">{tRuleForm('further.title', { number })}</legend>
            <div className="flex items-end gap-2">
              <Select
                label={tRuleForm('further.join')}
                className="min-w-0 flex-1"
                choices={joins.map((join) => ({ value: join, label: tRuleForm(`further.joins.${join}`) }))}
                value={condition.join}
                onChange={(event) => change(place, { join: event.target.value })}
              />
              <IconButton
                label={tRuleForm('further.remove', { number })}
                icon={<X aria-hidden />}
                onPress={() => onChange(more.filter((_, at) => at !== place))}
              />
            </div>
            <Select
              label={tRuleForm('kind')}
              choices={listRuleKinds(subject).map((kind) => ({
                value: kind,
                label: tRuleForm(`kinds.${kind}`),
              }))}
              value={condition.kind}
              error={findError(furtherField(place, 'kind'))}
              onChange={(event) => change(place, { kind: event.target.value })}
            />
            <RuleConditions
              form={condition}
              subject={subject}
              scope={`${place}-`}
              zone={zone}
              findError={(field) => findError(furtherField(place, field))}
              set={(fields) => change(place, fields)}
            />
          </fieldset>
        );
      })}
      {more.length + 1 < maximumConditions && (
        <div className="flex flex-col gap-1">
          <div>
            <Button
              icon={<Plus aria-hidden />}
              onPress={() => onChange([...more, { ...emptyCondition, join: 'and' }])}
            >
              {tRuleForm('further.add')}
            </Button>
          </div>
          {more.length > 0 && <p className="text-muted text-xs">{tRuleForm('further.help')}</p>}
        </div>
      )}
    </>
  );
}
