import type { ReactNode } from 'react';
import { codeWrapStyle } from './code-wrap-style.ts';
import { cx } from './cx.ts';
import type { Tone } from './tone.ts';
import { toneBackground, toneLine, toneText } from './tone.ts';

export type StatusBadgeProps = {
  label: string;
  tone: Tone;
  /** A lucide icon, so that colour is not the only difference. */
  icon: ReactNode;
  /** Outlined: we infer this state, the service does not report it. */
  inferred?: boolean;
  /** The reason or the service's own spelling, shown on hover. */
  hint?: string;
  /** The reported value, for programs that read the page. */
  value?: string;
};

/** Label, icon and colour of a state. Pages use components/status, which holds the table of states. */
export function StatusBadge({ label, tone, icon, inferred = false, hint, value }: StatusBadgeProps) {
  return (
    <span
      aria-description={hint}
      data-status={value}
      className={cx(
        'inline-flex min-h-5.5 items-center align-middle gap-1 rounded-sm border px-1.5 font-medium text-xs [&_svg]:size-3.5 [&_svg]:shrink-0',
        codeWrapStyle(label, 24),
        toneText[tone],
        inferred
          ? cx(tone === 'neutral' ? 'border-line-strong' : toneLine[tone], 'border-dashed')
          : cx(toneBackground[tone], 'border-transparent'),
      )}
    >
      {icon}
      {label}
    </span>
  );
}
