import type { ReactNode } from 'react';

/** A page outside the dashboard that only says something and offers the next step. */
export function PublicMessage({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid gap-4">
      <h1 className="break-words font-semibold text-xl">{title}</h1>
      <div className="text-muted">{children}</div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
