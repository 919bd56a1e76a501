import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { SubjectKind } from '#lib/reviews/model.ts';
import { decisionWords } from '#lib/reviews/model.ts';
import type { CaseDecision } from '#lib/reviews/schema/case.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { CameWith } from './came-with.tsx';

const states: Readonly<Record<CaseDecision['state'], { word: string; tone: Tone }>> = {
  proposed: { word: 'Waits for a second person', tone: 'attention' },
  final: { word: 'Stands', tone: 'good' },
  declined: { word: 'Declined', tone: 'bad' },
  withdrawn: { word: 'Taken back', tone: 'neutral' },
};

/** Of many that were decided together. */
const mostNamed = 10;

/** Everything that was proposed and decided, newest first, with the service's status of that moment. */
export function DecisionHistory({
  decisions,
  subjectKind,
}: {
  decisions: readonly CaseDecision[];
  subjectKind: SubjectKind;
}) {
  return (
    <Section title="Decisions" count={decisions.length}>
      <ol className="flex flex-col">
        {decisions.map((one) => (
          <li
            key={one.decisionId}
            className="flex flex-col gap-1 border-line border-t py-2.5 text-sm first:border-t-0 first:pt-0"
          >
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{decisionWords[one.kind].label}</span>
              <Badge tone={states[one.state].tone}>{states[one.state].word}</Badge>
              <CameWith of={one.of} />
              <StatusThen decision={one} subjectKind={subjectKind} />
            </span>
            <p className="whitespace-pre-wrap break-words">{one.reason}</p>
            <p className="text-muted text-xs">
              Proposed by {one.proposedBy.name}, <DateTime at={inSeconds(one.proposedAt)} />
              {one.answeredBy !== null && one.answeredAt !== null && (
                <>
                  ;{' '}
                  {one.state === 'final' ? 'confirmed' : one.state === 'declined' ? 'declined' : 'taken back'}{' '}
                  by {one.answeredBy.name}, <DateTime at={inSeconds(one.answeredAt)} />
                </>
              )}
              {one.state === 'final' && !one.needsSecond && '; no second person was needed'}
            </p>
            {one.answer !== null && (
              <p className="whitespace-pre-wrap break-words text-muted">“{one.answer}”</p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Of a case that others had joined by then, of each of them. */
function StatusThen({
  decision: { subjects, serviceStatus },
  subjectKind,
}: {
  decision: CaseDecision;
  subjectKind: SubjectKind;
}) {
  if (subjects === null || subjects.length < 2)
    return (
      <span className="text-muted text-xs">
        at the service then: <Status kind={subjectKind} value={serviceStatus} />
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      at the service then:
      {subjects.slice(0, mostNamed).map((one) => (
        <span key={one.id} className="inline-flex items-center gap-1">
          case {one.case} <Status kind={one.kind} value={one.status} />
        </span>
      ))}
      {subjects.length > mostNamed && `and ${subjects.length - mostNamed} more`}
    </span>
  );
}
