/** Meaning of a colour: done, in progress, needs attention, failed. Neutral has no meaning. */
export type Tone = 'neutral' | 'good' | 'waiting' | 'attention' | 'bad';

/** Text in the tone's colour. */
export const toneText: Record<Tone, string> = {
  neutral: 'text-muted',
  good: 'text-good',
  waiting: 'text-waiting',
  attention: 'text-attention',
  bad: 'text-bad',
};

/** The background of a tone. */
export const toneBackground: Record<Tone, string> = {
  neutral: 'bg-sunken dark:bg-raised',
  good: 'bg-good-ground',
  waiting: 'bg-waiting-ground',
  attention: 'bg-attention-ground',
  bad: 'bg-bad-ground',
};

/** The border of a tone. */
export const toneLine: Record<Tone, string> = {
  neutral: 'border-line',
  good: 'border-good-line',
  waiting: 'border-waiting-line',
  attention: 'border-attention-line',
  bad: 'border-bad-line',
};
