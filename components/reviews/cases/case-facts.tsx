'use client';

import type { ReactNode } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { cx } from '#components/ui/cx.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Select } from '#components/ui/select.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { tCaseReading, tReviewCase, tReviewTerms } from '#lib/messages/review-case.ts';
import { assignCasesAction, snoozeCaseAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { snoozeHours } from '#lib/reviews/cases/schema/choices.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatCase, formatDuration } from '../case-labels.ts';
import { snoozeId } from '../case-part-ids.ts';
import { assigneeChoices, noAssignee } from './assignees.ts';
import { LastRead } from './last-read.tsx';
import { useCaseUndo } from './use-case-undo.ts';

/** Shows the case's reasons, dates and assignee. Assigns and snoozes it. */
export function CaseFacts({
  view,
  reasons,
}: {
  view: CaseView;
  /** The list of reasons (`CaseReasons`). */
  reasons: ReactNode;
}) {
  const { businessId, caseId, version, assignee } = view;
  const { act, isPending } = useAction({ businessId, kind: 'reviews', about: formatCase(view.number) });
  const toUndo = useCaseUndo(businessId);
  const isSnoozed = view.snoozedUntil !== null && view.snoozedUntil > view.now;
  const isOverdue = (view.state === 'open' || view.state === 'proposed') && view.dueAt < view.now;
  const assign = (personId: string) =>
    act(
      () =>
        assignCasesAction({
          businessId,
          caseIds: [caseId],
          personId: personId === noAssignee ? null : personId,
        }),
      {
        failed: tReviewCase('facts.caseNotAssigned'),
        done: ({ undo }) => ({ title: tReviewCase('facts.caseAssigned'), action: toUndo(undo) }),
      },
    );
  const snooze = (value: string) => {
    const hours = [0 as const, ...snoozeHours].find((one) => String(one) === value);
    if (hours === undefined) return;
    void act(() => snoozeCaseAction({ businessId, caseId, version, hours }), {
      failed: tReviewCase('facts.caseNotSnoozed'),
      done: ({ undo }) => ({
        title:
          hours === 0
            ? tReviewCase('facts.caseUnsnoozed')
            : tReviewCase('facts.caseSnoozed', { duration: formatDuration(hours) }),
        action: toUndo(undo),
      }),
    });
  };
  // An assignee who can no longer work on cases stays visible until someone else is assigned.
  const formerAssignee =
    assignee !== null && !view.people.some(({ personId }) => personId === assignee.personId)
      ? [{ value: assignee.personId, label: assignee.name }]
      : [];
  return (
    <Section title={tReviewCase('facts.title')}>
      <DescriptionList>
        <Fact label={tReviewTerms('reasons')} stacked>
          {reasons}
        </Fact>
        <Fact label={tReviewTerms('opened')} stacked>
          <DateTime at={toUnixSeconds(view.openedAt)} />
        </Fact>
        <Fact label={tReviewTerms('due')} stacked>
          <span className={cx(isOverdue && 'font-medium text-bad')}>
            <DateTime at={toUnixSeconds(view.dueAt)} />, <Time at={toUnixSeconds(view.dueAt)} />
          </span>
        </Fact>
        <Fact label={tReviewTerms('assignedTo')} stacked>
          {view.state === 'decided' || view.state === 'merged' ? (
            (assignee?.name ?? tReviewTerms('unassigned'))
          ) : (
            <Select
              label={tReviewTerms('assignedTo')}
              hideLabel
              small
              disabled={isPending}
              choices={[...formerAssignee, ...assigneeChoices(view.people, view.me)]}
              value={assignee?.personId ?? noAssignee}
              onChange={(event) => void assign(event.target.value)}
            />
          )}
        </Fact>
        <Fact label={tCaseReading('lastRead')} stacked>
          <LastRead view={view} />
        </Fact>
        {view.state === 'open' && (
          <Fact label={tReviewCase('facts.snooze')} stacked>
            <span id={snoozeId} tabIndex={-1} className="block outline-none">
              <Select
                label={tReviewCase('facts.snooze')}
                hideLabel
                small
                disabled={isPending}
                placeholder={isSnoozed ? tReviewTerms('snoozed') : tReviewCase('facts.notSnoozed')}
                choices={[
                  ...(isSnoozed ? [{ value: '0', label: tReviewTerms('unsnooze') }] : []),
                  ...snoozeHours.map((hours) => ({ value: String(hours), label: formatDuration(hours) })),
                ]}
                value=""
                onChange={(event) => snooze(event.target.value)}
              />
            </span>
          </Fact>
        )}
      </DescriptionList>
    </Section>
  );
}
