/** What a colour means, everywhere: done, under way, look at this, wrong; neutral says nothing. */
export type Tone = 'neutral' | 'good' | 'waiting' | 'attention' | 'bad';

/** Text in the tone's colour. */
export const toneText: Record<Tone, string> = {
  neutral: 'text-muted',
  good: 'text-good',
  waiting: 'text-waiting',
  attention: 'text-attention',
  bad: 'text-bad',
};

/** The faint ground of a tone, without its border. */
export const toneGround: Record<Tone, string> = {
  neutral: 'bg-sunken dark:bg-raised',
  good: 'bg-good-ground',
  waiting: 'bg-waiting-ground',
  attention: 'bg-attention-ground',
  bad: 'bg-bad-ground',
};

export const toneLine: Record<Tone, string> = {
  neutral: 'border-line',
  good: 'border-good-line',
  waiting: 'border-waiting-line',
  attention: 'border-attention-line',
  bad: 'border-bad-line',
};
