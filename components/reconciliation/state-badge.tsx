import { Badge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import type { MatchState } from '#lib/reconciliation/model/choices.ts';

const tones: Readonly<Record<MatchState, Tone>> = {
  unmatched: 'attention',
  suggested: 'waiting',
  rule: 'good',
  person: 'good',
  forced: 'waiting',
  ignored: 'neutral',
};

/** The state of a line or a record. */
export const StateBadge = ({ state }: { state: MatchState }) => (
  <Badge tone={tones[state]}>{tReconciliation(`state.${state}`)}</Badge>
);
