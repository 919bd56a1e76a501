import { CircleAlert, CircleCheck, Clock, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Tone } from './tone.ts';
import { toneBackground, toneLine, toneText } from './tone.ts';

const icons: Record<Tone, typeof Info> = {
  neutral: Info,
  good: CircleCheck,
  waiting: Clock,
  attention: TriangleAlert,
  bad: CircleAlert,
};

/** A notice for a page or section, with at most one action. Screen readers announce `bad` at once. */
export function Banner({
  tone = 'neutral',
  title,
  action,
  children,
}: {
  tone?: Tone;
  title: ReactNode;
  /** A small Button or LinkButton. */
  action?: ReactNode;
  children?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-2.5 rounded-md border px-3 py-2',
        toneBackground[tone],
        toneLine[tone],
      )}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', toneText[tone])} />
      {/* On a phone, the action stands below the text. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2.5 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <p className="font-medium text-ink text-sm">{title}</p>
          {children && <div className="text-muted text-sm">{children}</div>}
        </div>
        {action && <div className="shrink-0">{action}</div>}
      </div>
    </div>
  );
}
