import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { inLine } from './in-line.ts';
import type { Tone } from './tone.ts';
import { toneGround, toneLine, toneText } from './tone.ts';

export type StatusBadgeProps = {
  label: string;
  tone: Tone;
  /** A lucide icon; the shape says it too, not the colour alone. */
  icon: ReactNode;
  /** Ours, not the service's: outlined and without a ground. */
  inferred?: boolean;
  /** Why, or the service's own spelling; shown on hover. */
  title?: string;
  /** The value as it came, for whoever reads the page by program. */
  value?: string;
};

/** Word, icon and colour of a state. Pages do not choose these: components/status has the one table. */
export function StatusBadge({ label, tone, icon, inferred = false, title, value }: StatusBadgeProps) {
  return (
    <span
      title={title}
      data-status={value}
      className={cx(
        'inline-flex min-h-5.5 items-center align-middle gap-1 rounded-sm border px-1.5 font-medium text-xs [&_svg]:size-3.5 [&_svg]:shrink-0',
        inLine(label, 24),
        toneText[tone],
        inferred
          ? cx(tone === 'neutral' ? 'border-line-strong' : toneLine[tone], 'border-dashed')
          : cx(toneGround[tone], 'border-transparent'),
      )}
    >
      {icon}
      {label}
    </span>
  );
}
