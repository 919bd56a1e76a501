import { Time } from '#components/ui/time.tsx';
import { tReviewActivity } from '#lib/messages/review-details.ts';
import type { CaseEvent } from '#lib/reviews/cases/schema/case.ts';
import type { SubjectKind } from '#lib/reviews/model.ts';
import { listChecklist } from '#lib/reviews/model.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { SourceCase } from '../decisions/source-case.tsx';

/** The audited actions that have a sentence, without their prefix `review-case.`. */
const describedActions = [
  'open',
  'join',
  'end-fact',
  'reopen',
  'propose-reopen',
  'approve-reopen',
  'decline-reopen',
  'withdraw-reopen',
  'assign',
  'snooze',
  'wake',
  'note',
  'request',
  'answer-request',
  'check',
  'attach',
  'read',
  'fetch-file',
  'propose',
  'decide',
  'confirm',
  'decline',
  'withdraw',
  'draft-report',
  'file-report',
  'amend-report',
  'export',
  'merge',
  'merge-into',
  'separate',
  'disagree',
  'agree',
] as const;

/** Lists who changed the case, from the audit log, newest first. */
export function CaseEvents({
  events,
  subjectKind,
}: {
  events: readonly CaseEvent[];
  subjectKind: SubjectKind;
}) {
  return (
    <ol className="flex flex-col">
      {events.map(({ sequence, at, who, action, of, check }) => (
        <li
          key={sequence}
          className="flex items-baseline justify-between gap-3 border-line border-t py-1.5 text-sm first:border-t-0"
        >
          <span className="min-w-0">
            <EventText person={who} action={action} />
            {check !== null && (
              <span className="block text-muted text-xs">{formatCheckedStep(check, subjectKind)}</span>
            )}
            <SourceCase number={of} />
          </span>
          <span className="text-muted text-xs">
            <Time at={toUnixSeconds(at)} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Says which step of the checklist was completed or opened again. */
function formatCheckedStep(
  { step, done }: NonNullable<CaseEvent['check']>,
  subjectKind: SubjectKind,
): string {
  const label = listChecklist(subjectKind).find((one) => one.step === step)?.label ?? step;
  return tReviewActivity(done ? 'completed' : 'reopened', { step: label });
}

function EventText({ person, action }: { person: string; action: string }) {
  const described = describedActions.find((name) => action === `review-case.${name}`) ?? 'other';
  return tReviewActivity.rich(`actions.${described}`, {
    person,
    action,
    who: (name) => <span className="font-medium">{name}</span>,
  });
}
