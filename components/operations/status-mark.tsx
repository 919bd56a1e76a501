import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { toneText } from '#components/ui/tone.ts';
import type { CheckState } from '#lib/connection/schema.ts';

const marks = {
  good: { Icon: CircleCheck, tone: 'good' },
  attention: { Icon: TriangleAlert, tone: 'attention' },
  bad: { Icon: CircleAlert, tone: 'bad' },
  unknown: { Icon: CircleDashed, tone: 'neutral' },
} as const satisfies Readonly<Record<CheckState, unknown>>;

/** A state as an icon and a text. */
export function StatusMark({ state, label }: { state: CheckState; label: string }) {
  const { Icon, tone } = marks[state];
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden className={`size-4 shrink-0 ${toneText[tone]}`} />
      {label}
    </span>
  );
}
