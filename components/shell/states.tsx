import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { State } from './state.tsx';

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
