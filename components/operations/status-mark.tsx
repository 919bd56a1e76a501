import { checkMarks } from '#components/connection/check-section.tsx';
import { toneText } from '#components/ui/tone.ts';
import type { CheckState } from '#lib/connection/schema.ts';

/** A state as an icon and a text. */
export function StatusMark({ state, label }: { state: CheckState; label: string }) {
  const { Icon, tone } = checkMarks[state];
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden className={`size-4 shrink-0 ${toneText[tone]}`} />
      {label}
    </span>
  );
}
