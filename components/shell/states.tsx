import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';

/** An icon, a title, what to know and what to do: where a page has nothing else to show. */
export function State({
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
