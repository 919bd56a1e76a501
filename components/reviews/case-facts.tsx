'use client';

import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { cx } from '#components/ui/cx.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Select } from '#components/ui/select.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import { assignCasesAction, snoozeCaseAction } from '#lib/reviews/actions.ts';
import { formatFactKind } from '#lib/reviews/model.ts';
import type { CaseFact, CaseView } from '#lib/reviews/schema/case.ts';
import { snoozeHours } from '#lib/reviews/schema/choices.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { assigneeChoices, noAssignee } from './assignees.ts';
import { snoozeId } from './case-keys.tsx';
import { formatCase, formatDuration, formatEntities } from './case-labels.ts';
import { LastRead } from './last-read.tsx';
import { RuleFact } from './rules/rule-fact.tsx';
import { SourceCase } from './source-case.tsx';
import { useCaseUndo } from './use-case-undo.ts';

/** Shows the case's reasons, dates and assignee. Assigns and snoozes it. */
export function CaseFacts({ view }: { view: CaseView }) {
  const { businessId, caseId, version, assignee } = view;
  const { act, isPending } = useAction(businessId, 'reviews', { about: formatCase(view.number) });
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
          <ul className="flex flex-col gap-1">
            {view.facts.map((fact) => (
              <Reason
                key={`${fact.of} ${fact.kind} ${fact.detail?.rule?.ruleId ?? ''}`}
                businessId={businessId}
                fact={fact}
              />
            ))}
          </ul>
        </Fact>
        <Fact label={tReviewTerms('opened')} stacked>
          <DateTime at={inSeconds(view.openedAt)} />
        </Fact>
        <Fact label={tReviewTerms('due')} stacked>
          <span className={cx(isOverdue && 'font-medium text-bad')}>
            <Time at={inSeconds(view.dueAt)} />
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
        <Fact label={tReviewCase('reading.lastRead')} stacked>
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

function Reason({ businessId, fact }: { businessId: string; fact: CaseFact }) {
  const { kind, seenAt, endedAt, detail } = fact;
  return (
    <li>
      {formatFactKind(kind)}
      <span className="text-muted"> · </span>
      <span className="text-muted text-xs">
        <Time at={inSeconds(seenAt)} />
      </span>
      <SourceCase number={fact.of} />
      {endedAt !== null && (
        <span className="block text-attention text-xs">
          {tReviewTerms.rich('reasonEnded', { time: () => <Time at={inSeconds(endedAt)} /> })}
        </span>
      )}
      <Detail detail={detail} />
      {detail?.rule && <RuleFact businessId={businessId} rule={detail.rule} />}
    </li>
  );
}

function Detail({ detail }: { detail: CaseFact['detail'] }) {
  if (detail === null) return null;
  const { categories, score, reason } = detail;
  return (
    <span
      className="line-clamp-3 text-muted text-xs wrap-anywhere"
      data-tooltip={reason ?? categories?.join(', ')}
    >
      {reason}
      {score !== undefined && tReviewTerms('score', { score })}
      {formatEntities(detail)}
    </span>
  );
}
