import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { tPageStates } from '#lib/messages/shell.ts';
import { StatePanel } from './state-panel.tsx';

/** An empty state: a title, the reason and one action. */
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
  /** `h1` where this is the whole page. */
  heading?: 'h1' | 'h2';
}) {
  return (
    <StatePanel icon={icon} title={title} action={action} heading={heading}>
      {children}
    </StatePanel>
  );
}

/** Shown where the person's role does not allow access. */
export function ForbiddenState({
  subject,
  roles,
  action,
  heading = 'h2',
}: {
  /** The subject: "The audit log". */
  subject: string;
  /** The roles with access: "compliance and owners". */
  roles: string;
  action?: ReactNode;
  heading?: 'h1' | 'h2';
}) {
  return (
    <StatePanel
      icon={<Lock aria-hidden />}
      title={tPageStates('forbidden.title', { subject })}
      action={action}
      heading={heading}
    >
      <p>{tPageStates('forbidden.text', { roles })}</p>
    </StatePanel>
  );
}
