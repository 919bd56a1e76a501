import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import type { RuleChange, RuleView } from '#lib/reviews/rules/schema/views.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { changeStateWords, changeWords } from './rule-words.ts';

const actionWords: Readonly<Record<string, string>> = {
  'review-rule.create': 'wrote the rule',
  'review-rule.change': 'wrote the next version',
  'review-rule.propose-activate': 'proposed to activate it',
  'review-rule.propose-pause': 'proposed to pause it',
  'review-rule.propose-resume': 'proposed to resume it',
  'review-rule.propose-retire': 'proposed to retire it',
  'review-rule.approve': 'approved the proposal',
  'review-rule.decline': 'declined the proposal',
  'review-rule.withdraw': 'took the proposal back',
  'review-rule.discard': 'discarded the draft',
  'review-rule.try': 'tried it against the past',
  'review-rule.stop-try': 'stopped a try-out',
};

/** Everything that was proposed and answered, every version in its words, and who did what. */
export function RuleHistory({ view }: { view: RuleView }) {
  return (
    <>
      {view.changes.length > 0 && (
        <Section title="Proposals" count={view.changes.length}>
          <ol className="flex flex-col">
            {view.changes.map((change) => (
              <ChangeLine key={change.changeId} change={change} />
            ))}
          </ol>
        </Section>
      )}
      <Section title="Versions" count={view.versions.length}>
        <ol className="flex flex-col">
          {view.versions.map(({ number, name, says, madeBy, madeAt }) => (
            <li key={number} className="border-line border-t py-2 text-sm first:border-t-0">
              <p className="break-words">
                <span className="font-medium">
                  {number}. {name}
                </span>{' '}
                {number === view.inForce && view.state === 'active' && <Badge tone="good">In force</Badge>}
              </p>
              <p className="break-words text-muted">{says}</p>
              <p className="text-muted text-xs">
                {madeBy.name}, <DateTime at={inSeconds(madeAt)} />
              </p>
            </li>
          ))}
        </ol>
        <Disclosure title="Who did what">
          <ol className="flex flex-col">
            {view.events.map(({ sequence, at, who, action }) => (
              <li key={sequence} className="flex items-baseline justify-between gap-3 py-1 text-sm">
                <span className="min-w-0">
                  <span className="font-medium">{who}</span> {actionWords[action] ?? action}
                </span>
                <span className="text-muted text-xs">
                  <Time at={inSeconds(at)} />
                </span>
              </li>
            ))}
          </ol>
        </Disclosure>
      </Section>
    </>
  );
}

function ChangeLine({ change }: { change: RuleChange }) {
  const { label, tone } = changeStateWords[change.state];
  return (
    <li className="flex flex-col gap-0.5 border-line border-t py-2 text-sm first:border-t-0">
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="font-medium">
          {changeWords[change.kind].label} version {change.number}
        </span>
        <Badge tone={tone}>{label}</Badge>
        {change.pastDays > 0 && <span className="text-muted">with the last {change.pastDays} days</span>}
      </p>
      <p className="whitespace-pre-wrap break-words text-muted">{change.reason}</p>
      <p className="text-muted text-xs">
        Proposed by {change.proposedBy.name}, <DateTime at={inSeconds(change.proposedAt)} />
        {change.answeredBy !== null && change.answeredAt !== null && (
          <>
            {' '}
            · {label.toLowerCase()} by {change.answeredBy.name},{' '}
            <DateTime at={inSeconds(change.answeredAt)} />
          </>
        )}
      </p>
      {change.answer !== null && (
        <p className="whitespace-pre-wrap break-words text-muted">“{change.answer}”</p>
      )}
    </li>
  );
}
