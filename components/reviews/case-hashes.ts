import { hashView } from '#components/query/hash-view.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';

type MarkedCase = Pick<CaseView, 'service' | 'state' | 'snoozedUntil' | 'now' | 'decisions' | 'survivor'>;

/** Returns a text that differs when the mark of a case (`CaseMark`) has changed. */
export const hashCaseMark = ({
  service,
  state,
  snoozedUntil,
  now,
  decisions,
  survivor,
}: MarkedCase): string =>
  hashView([
    service.status,
    state,
    snoozedUntil !== null && snoozedUntil > now,
    decisions.map((decision) => [decision.kind, decision.state, decision.reversal !== null]),
    survivor?.number,
  ]);

/** Returns a text that differs when the reasons for a case (`CaseReasons`) have changed. */
export const hashCaseReasons = ({ facts }: Pick<CaseView, 'facts'>): string => hashView(facts);
