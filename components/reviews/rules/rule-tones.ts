import type { Tone } from '#components/ui/tone.ts';
import type { ChangeState, RuleState } from '#lib/reviews/rules/model/rule.ts';

/** The badge tones of rule states. */
export const stateTones: Readonly<Record<RuleState, Tone>> = {
  draft: 'neutral',
  active: 'good',
  paused: 'attention',
  retired: 'neutral',
};

/** The badge tones of proposed changes. */
export const changeStateTones: Readonly<Record<ChangeState, Tone>> = {
  proposed: 'waiting',
  final: 'good',
  declined: 'bad',
  withdrawn: 'neutral',
};
