import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { tRuleLabels, tRulePage } from '#lib/messages/review-rules-page.ts';
import type { RuleChange, RuleView } from '#lib/reviews/rules/schema/views.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { changeStateTones } from './rule-tones.ts';

/** The audited actions that have a sentence, without their prefix `review-rule.`. */
const describedActions = [
  'create',
  'change',
  'propose-activate',
  'propose-pause',
  'propose-resume',
  'propose-retire',
  'approve',
  'decline',
  'withdraw',
  'discard',
  'try',
  'stop-try',
] as const;

/** Lists the rule's proposals, versions and audited actions. */
export function RuleHistory({ view }: { view: RuleView }) {
  return (
    <>
      {view.changes.length > 0 && (
        <Section title={tRulePage('history.proposals')} count={view.changes.length}>
          <ol className="flex flex-col">
            {view.changes.map((change) => (
              <ChangeLine key={change.changeId} change={change} />
            ))}
          </ol>
        </Section>
      )}
      <Section title={tRulePage('history.versions')} count={view.versions.length}>
        <ol className="flex flex-col">
          {view.versions.map(({ number, name, sentence, effects, madeBy, madeAt }) => (
            <li key={number} className="border-line border-t py-2 text-sm first:border-t-0">
              <p className="break-words">
                <span className="font-medium">
                  {tRulePage('history.version', { number: String(number), name })}
                </span>{' '}
                {number === view.inForce && view.state === 'active' && (
                  <Badge tone="good">{tRulePage('history.current')}</Badge>
                )}
              </p>
              <p className="break-words text-muted">{[sentence, ...effects].join(' ')}</p>
              <p className="text-muted text-xs">
                {tRulePage.rich('history.savedBy', {
                  person: madeBy.name,
                  time: () => <DateTime at={toUnixSeconds(madeAt)} />,
                })}
              </p>
            </li>
          ))}
        </ol>
        <Disclosure title={tRulePage('history.activity')}>
          <ol className="flex flex-col">
            {view.events.map(({ sequence, at, who, action }) => (
              <li key={sequence} className="flex items-baseline justify-between gap-3 py-1 text-sm">
                <span className="min-w-0">
                  <EventText person={who} action={action} />
                </span>
                <span className="text-muted text-xs">
                  <Time at={toUnixSeconds(at)} />
                </span>
              </li>
            ))}
          </ol>
        </Disclosure>
      </Section>
    </>
  );
}

function EventText({ person, action }: { person: string; action: string }) {
  const described = describedActions.find((name) => action === `review-rule.${name}`) ?? 'other';
  return tRulePage.rich(`activity.${described}`, {
    person,
    action,
    who: (name) => <span className="font-medium">{name}</span>,
  });
}

function ChangeLine({ change }: { change: RuleChange }) {
  const { kind, number, state, pastDays, answeredBy, answeredAt } = change;
  return (
    <li className="flex flex-col gap-0.5 border-line border-t py-2 text-sm first:border-t-0">
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="font-medium">
          {tRulePage(`history.changes.${kind}`, { number: String(number) })}
        </span>
        <Badge tone={changeStateTones[state]}>{tRuleLabels(`changeState.${state}`)}</Badge>
        {pastDays > 0 && (
          <span className="text-muted">{tRulePage('history.earlierRecords', { days: pastDays })}</span>
        )}
      </p>
      <p className="whitespace-pre-wrap break-words text-muted">{change.reason}</p>
      <p className="text-muted text-xs">
        {tRulePage.rich('history.proposedBy', {
          person: change.proposedBy.name,
          time: () => <DateTime at={toUnixSeconds(change.proposedAt)} />,
        })}
        {state !== 'proposed' && answeredBy !== null && answeredAt !== null && (
          <>
            {' · '}
            {tRulePage.rich(`history.answeredBy.${state}`, {
              person: answeredBy.name,
              time: () => <DateTime at={toUnixSeconds(answeredAt)} />,
            })}
          </>
        )}
      </p>
      {change.answer !== null && (
        <p className="whitespace-pre-wrap break-words text-muted">
          {tRulePage('history.comment', { comment: change.answer })}
        </p>
      )}
    </li>
  );
}
