'use client';

import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { cx } from '#components/ui/cx.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Select } from '#components/ui/select.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { assignCasesAction, snoozeCaseAction } from '#lib/reviews/actions.ts';
import { factWord } from '#lib/reviews/model.ts';
import type { CaseFact, CaseView } from '#lib/reviews/schema/case.ts';
import { snoozeHours } from '#lib/reviews/schema/choices.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { assigneeChoices, unassigned } from './assignees.ts';
import { CameWith } from './came-with.tsx';
import { FactOfRule } from './rules/fact-of-rule.tsx';

const snoozeWords: Readonly<Record<(typeof snoozeHours)[number], string>> = {
  4: 'for 4 hours',
  24: 'for a day',
  72: 'for 3 days',
  168: 'for a week',
};

/** Why the case is here, who has it and until when. */
export function CaseFacts({ view }: { view: CaseView }) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  const isAside = view.snoozedUntil !== null && view.snoozedUntil > view.now;
  const assign = (to: string) =>
    act(() => assignCasesAction({ businessId, caseIds: [caseId], personId: to === unassigned ? null : to }), {
      failed: 'Not assigned',
      done: 'Assigned',
    });
  const snooze = (value: string) => {
    const hours = [0 as const, ...snoozeHours].find((one) => String(one) === value);
    if (hours === undefined) return;
    void act(() => snoozeCaseAction({ businessId, caseId, version, hours }), {
      failed: 'Not put aside',
      done: hours === 0 ? 'Back in the queue' : `Put aside ${snoozeWords[hours]}`,
    });
  };
  const gone =
    view.assignee !== null && !view.people.some(({ personId }) => personId === view.assignee?.personId)
      ? [{ value: view.assignee.personId, label: view.assignee.name }]
      : [];
  return (
    <Section title="Case">
      <DescriptionList>
        <Fact label="Why" stacked>
          <ul className="flex flex-col gap-1">
            {view.facts.map((fact) => (
              <li key={`${fact.of} ${fact.kind} ${fact.detail?.rule?.ruleId ?? ''}`}>
                {factWord(fact.kind)}
                <span className="text-muted"> · </span>
                <span className="text-muted text-xs">
                  <Time at={inSeconds(fact.seenAt)} />
                </span>
                <CameWith of={fact.of} />
                {fact.endedAt !== null && (
                  <span className="block text-attention text-xs">
                    no longer so since <Time at={inSeconds(fact.endedAt)} />
                  </span>
                )}
                <Detail detail={fact.detail} />
                {fact.detail?.rule && <FactOfRule businessId={businessId} rule={fact.detail.rule} />}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact label="Opened">
          <DateTime at={inSeconds(view.openedAt)} />
        </Fact>
        <Fact label="Due">
          <span
            className={cx(
              (view.state === 'open' || view.state === 'proposed') &&
                view.dueAt < view.now &&
                'font-medium text-bad',
            )}
          >
            <Time at={inSeconds(view.dueAt)} />
          </span>
        </Fact>
        <Fact label="Assigned to">
          {view.state === 'decided' || view.state === 'merged' ? (
            (view.assignee?.name ?? 'Nobody')
          ) : (
            <Select
              label="Assigned to"
              hideLabel
              small
              disabled={isPending}
              choices={[...gone, ...assigneeChoices(view.people, view.me)]}
              value={view.assignee?.personId ?? unassigned}
              onChange={(event) => void assign(event.target.value)}
            />
          )}
        </Fact>
        {view.state === 'open' && (
          <Fact label="Put aside">
            <Select
              label="Put aside"
              hideLabel
              small
              disabled={isPending}
              placeholder={isAside ? 'Until later' : 'No'}
              choices={[
                ...(isAside ? [{ value: '0', label: 'Back in the queue' }] : []),
                ...snoozeHours.map((hours) => ({ value: String(hours), label: snoozeWords[hours] })),
              ]}
              value=""
              onChange={(event) => snooze(event.target.value)}
            />
          </Fact>
        )}
      </DescriptionList>
    </Section>
  );
}

function Detail({ detail }: { detail: CaseFact['detail'] }) {
  if (detail === null) return null;
  const { categories, entities, score } = detail;
  return (
    <span className="line-clamp-3 text-muted text-xs wrap-anywhere" title={categories?.join(', ')}>
      {score !== undefined && `Score ${score}, as received`}
      {entities !== undefined && `${entities} ${entities === 1 ? 'entity' : 'entities'}: `}
      {categories?.join(', ')}
    </span>
  );
}
