import { cx } from './cx.ts';
import type { SpriteIconName } from './sprite-icon.tsx';
import { SpriteIcon } from './sprite-icon.tsx';
import type { Tone } from './tone.ts';

export type StatusBadgeProps = {
  label: string;
  tone: Tone;
  /** Makes colour not the only difference. */
  icon: SpriteIconName;
  /** Outlined: we infer this state, the service does not report it. */
  inferred?: boolean;
  /** The reason or the service's own spelling, shown on hover. */
  hint?: string;
  /** The reported value, for programs that read the page. */
  value?: string;
};

/** Longer labels wrap, and are cut in a row: an unknown code of the service would widen the table. */
const longestLine = 24;

/** Label, icon and colour of a state. Pages use components/status, which holds the table of states. */
export function StatusBadge({ label, tone, icon, inferred = false, hint, value }: StatusBadgeProps) {
  return (
    <span
      aria-description={hint}
      data-status={value}
      className={cx(
        'status-badge',
        `tone-${tone}`,
        inferred && 'inferred',
        label.length > longestLine && 'wraps',
      )}
    >
      <SpriteIcon name={icon} />
      {label}
    </span>
  );
}
