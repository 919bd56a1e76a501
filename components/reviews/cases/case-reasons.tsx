import { Time } from '#components/ui/time.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import type { CaseFact, CaseView } from '#lib/reviews/cases/schema/case.ts';
import { formatFactKind } from '#lib/reviews/model.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatEntities } from '../case-labels.ts';
import { SourceCase } from '../decisions/source-case.tsx';
import { RuleFact } from '../rules/rule-fact.tsx';

/** Lists the reasons for a case, with what the service or a rule reported for each. */
export function CaseReasons({ view: { businessId, facts } }: { view: CaseView }) {
  return (
    <ul className="flex flex-col gap-1">
      {facts.map((fact) => (
        <Reason
          key={`${fact.of} ${fact.kind} ${fact.detail?.rule?.ruleId ?? ''}`}
          businessId={businessId}
          fact={fact}
        />
      ))}
    </ul>
  );
}

function Reason({ businessId, fact }: { businessId: string; fact: CaseFact }) {
  const { kind, seenAt, endedAt, detail } = fact;
  return (
    <li>
      {formatFactKind(kind)}
      <span className="text-muted"> · </span>
      <span className="text-muted text-xs">
        <Time at={toUnixSeconds(seenAt)} />
      </span>
      <SourceCase number={fact.of} />
      {endedAt !== null && (
        <span className="block text-attention text-xs">
          {tReviewTerms.rich('reasonEnded', { time: () => <Time at={toUnixSeconds(endedAt)} /> })}
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
