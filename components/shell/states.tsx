import { CircleAlert, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { cx } from '#components/ui/cx.ts';

function State({
  icon,
  title,
  children,
  action,
  tone = 'text-faint',
  heading,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: string;
  heading: 'h1' | 'h2';
}) {
  const Heading = heading;
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-10">
      <span className={cx('[&_svg]:size-5', tone)}>{icon}</span>
      <div className="flex max-w-form flex-col gap-1">
        <Heading className="font-semibold text-lg">{title}</Heading>
        {children && <div className="flex flex-col gap-1 text-muted text-sm">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}

/** Nothing here: one sentence on what this is or why it is empty, one action. For first run and for no match. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  heading = 'h2',
}: {
  /** A lucide icon. */
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` where it is the whole page. */
  heading?: 'h1' | 'h2';
}) {
  return (
    <State icon={icon} title={title} action={action} heading={heading}>
      {children}
    </State>
  );
}

export type ErrorStateProps = {
  /** What failed: "The payments could not be read". */
  title: string;
  /** Whether anything was saved, where something was tried: "Nothing was sent to the service." */
  saved?: string;
  /** What to do now. */
  advice?: string;
  /** For whoever looks into the log. */
  requestId?: string | undefined;
  /** A "Try again" button. */
  action?: ReactNode;
  /** `h1` where it is the whole page. */
  heading?: 'h1' | 'h2';
};

/** Something failed: what, whether it was saved, what to do, and the id of the request. */
export function ErrorState({ title, saved, advice, requestId, action, heading = 'h2' }: ErrorStateProps) {
  return (
    <div role="alert">
      <State
        icon={<CircleAlert aria-hidden />}
        tone="text-bad"
        title={title}
        action={action}
        heading={heading}
      >
        {saved && <p>{saved}</p>}
        {advice && <p>{advice}</p>}
        {requestId && (
          <p className="flex items-center gap-1 text-xs">
            Request <span className="font-mono">{requestId}</span>
            <CopyButton text={requestId} label="Copy request ID" />
          </p>
        )}
      </State>
    </div>
  );
}

/** Signed in, but not allowed: what it would take, and a way back. */
export function ForbiddenState({
  what,
  need,
  action,
  heading = 'h2',
}: {
  /** "The audit log", "Risk detail". */
  what: string;
  /** Who may: "compliance and owners". */
  need: string;
  action?: ReactNode;
  heading?: 'h1' | 'h2';
}) {
  return (
    <State
      icon={<Lock aria-hidden />}
      title={`${what} is not open to your role`}
      action={action}
      heading={heading}
    >
      <p>It is open to {need}. An owner of this business can change your role.</p>
    </State>
  );
}
