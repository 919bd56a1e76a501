'use client';

import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { checkStepAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { listChecklist } from '#lib/reviews/model.ts';
import { formatCase } from '../case-labels.ts';

/** Shows the steps before a decision. Each completed step names the person who completed it. */
export function Checklist({ view }: { view: CaseView }) {
  const { businessId, caseId, checks, state, subjectKind } = view;
  const checklist = listChecklist(subjectKind);
  const { act } = useAction({ businessId, kind: 'reviews', about: formatCase(view.number) });
  return (
    <Section
      title={tReviewCase('checklist.title')}
      count={tReviewCase('checklist.progress', {
        done: String(checks.length),
        total: String(checklist.length),
      })}
    >
      <ul className="flex flex-col gap-1">
        {checklist.map(({ step, label }) => {
          const check = checks.find((one) => one.step === step);
          return (
            <li key={step}>
              <Checkbox
                label={label}
                // Always takes a line, so that no step moves under a click on it.
                help={check === undefined ? <span aria-hidden>{'\u00a0'}</span> : formatCheck(check)}
                checked={check !== undefined}
                // Stays enabled while it is saved: a disabled field loses the focus of the keyboard.
                disabled={state === 'decided' || state === 'merged' || (check?.of ?? null) !== null}
                onChange={(event) => {
                  const isDone = event.target.checked;
                  void act(() => checkStepAction({ businessId, caseId, step, done: isDone }), {
                    failed: tReviewCase('checklist.failed'),
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

const formatCheck = ({ person, of }: CaseView['checks'][number]): string =>
  of === null
    ? tReviewCase('checklist.doneBy', { person: person.name })
    : tReviewCase('checklist.doneByInCase', { person: person.name, number: String(of) });
