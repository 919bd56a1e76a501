'use client';

import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { checkStepAction } from '#lib/reviews/actions.ts';
import { checklist } from '#lib/reviews/model.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';

/** What to look at before a decision; each tick says who made it. */
export function Checklist({ view }: { view: CaseView }) {
  const { businessId, caseId, checks, state } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  return (
    <Section title="Checklist" count={`${checks.length} of ${checklist.length}`}>
      <ul className="flex flex-col gap-2.5">
        {checklist.map(({ step, label }) => {
          const done = checks.find((check) => check.step === step);
          return (
            <li key={step}>
              <Checkbox
                label={label}
                help={
                  done
                    ? `Done by ${done.person.name}${done.of === null ? '' : ` in case ${done.of}`}`
                    : undefined
                }
                checked={done !== undefined}
                disabled={
                  isPending || state === 'decided' || state === 'merged' || (done?.of ?? null) !== null
                }
                onChange={(event) => {
                  const isDone = event.target.checked;
                  void act(() => checkStepAction({ businessId, caseId, step, done: isDone }), {
                    failed: 'Not ticked',
                  });
                }}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
