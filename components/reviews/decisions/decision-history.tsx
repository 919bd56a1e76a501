import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { tReviewDecision, tReviewFindings, tReviewTerms } from '#lib/messages/review-case.ts';
import type { CaseDecision } from '#lib/reviews/cases/schema/case.ts';
import type { ChecklistStep, SubjectKind } from '#lib/reviews/model.ts';
import { decisionTexts, listChecklist } from '#lib/reviews/model.ts';
import { formatFinding } from '#lib/reviews/model-findings.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ReversalText } from './reversal-text.tsx';
import { SourceCase } from './source-case.tsx';

const tones: Readonly<Record<CaseDecision['state'], Tone>> = {
  proposed: 'attention',
  final: 'good',
  declined: 'bad',
  withdrawn: 'neutral',
};

/** Most service statuses that are listed for one decision on merged cases. */
const mostStatuses = 10;

/** A final decision without a second person was decided, not approved. */
const isDecidedAlone = ({ state, needsSecond }: CaseDecision): boolean => state === 'final' && !needsSecond;

function formatState(decision: CaseDecision): string {
  if (decision.state === 'proposed') return tReviewTerms('pendingApproval');
  if (decision.reversal !== null) return tReviewDecision('history.states.reversed');
  return tReviewDecision(`history.states.${isDecidedAlone(decision) ? 'decided' : decision.state}`);
}

/** Lists all proposals and decisions, newest first, with the service status at the time of each. */
export function DecisionHistory({
  decisions,
  subjectKind,
}: {
  decisions: readonly CaseDecision[];
  subjectKind: SubjectKind;
}) {
  return (
    <Section title={tReviewDecision('history.title')} count={decisions.length}>
      <ol className="flex flex-col">
        {decisions.map((decision) => (
          <li
            key={decision.decisionId}
            className="flex flex-col gap-1 border-line border-t py-2.5 text-sm first:border-t-0 first:pt-0"
          >
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{decisionTexts[decision.kind].label}</span>
              <Badge tone={decision.reversal === null ? tones[decision.state] : 'neutral'}>
                {formatState(decision)}
              </Badge>
              <SourceCase number={decision.of} />
              <ServiceStatusThen decision={decision} subjectKind={subjectKind} />
            </span>
            {decision.finding !== null && (
              <p>{tReviewFindings('found', { finding: formatFinding(decision.finding) })}</p>
            )}
            <p className="whitespace-pre-wrap break-words">{decision.reason}</p>
            {decision.checks !== null && (
              <p className="text-muted text-xs">{formatChecks(decision.checks, subjectKind)}</p>
            )}
            <p className="text-muted text-xs">
              <People decision={decision} />
            </p>
            {decision.answer !== null && (
              <p className="whitespace-pre-wrap break-words text-muted">
                {tReviewDecision('history.comment', { comment: decision.answer })}
              </p>
            )}
            {decision.reversal !== null && <ReversalText reversal={decision.reversal} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Names the checklist items that were completed when the decision was proposed. */
function formatChecks(checks: readonly ChecklistStep[], subjectKind: SubjectKind): string {
  const items = listChecklist(subjectKind)
    .filter(({ step }) => checks.includes(step))
    .map(({ label }) => label);
  return items.length === 0
    ? tReviewFindings('checks.none')
    : tReviewFindings('checks.completed', { items: items.join('; ') });
}

function People({ decision }: { decision: CaseDecision }) {
  const { state, proposedBy, proposedAt, answeredBy, answeredAt } = decision;
  return (
    <>
      {tReviewDecision.rich(isDecidedAlone(decision) ? 'history.decidedBy' : 'history.proposedBy', {
        person: proposedBy.name,
        time: () => <DateTime at={toUnixSeconds(proposedAt)} />,
      })}
      {state !== 'proposed' && answeredBy !== null && answeredAt !== null && (
        <>
          {' · '}
          {tReviewDecision.rich(`history.answeredBy.${state}`, {
            person: answeredBy.name,
            time: () => <DateTime at={toUnixSeconds(answeredAt)} />,
          })}
        </>
      )}
    </>
  );
}

/** Shows the service status when the decision was proposed: one for each merged case. */
function ServiceStatusThen({
  decision: { subjects, serviceStatus },
  subjectKind,
}: {
  decision: CaseDecision;
  subjectKind: SubjectKind;
}) {
  if (subjects === null || subjects.length < 2)
    return (
      <span className="text-muted text-xs">
        {tReviewDecision.rich('history.statusThen', {
          status: () => <Status kind={subjectKind} value={serviceStatus} />,
        })}
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      {tReviewDecision('history.statusesThen')}
      {subjects.slice(0, mostStatuses).map((subject) => (
        <span key={subject.id} className="inline-flex items-center gap-1">
          {tReviewDecision.rich('history.statusOfCase', {
            number: String(subject.case),
            status: () => <Status kind={subject.kind} value={subject.status} />,
          })}
        </span>
      ))}
      {subjects.length > mostStatuses &&
        tReviewDecision('history.moreStatuses', { count: String(subjects.length - mostStatuses) })}
    </span>
  );
}
