import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';

/** An icon, a title, a text and actions, for a page or section without content. */
export function StatePanel({
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
    <div className="flex flex-col items-start gap-3 px-4 py-10 in-data-page-body:px-0">
      <span className={cx('[&_svg]:size-5', tone)}>{icon}</span>
      <div className="flex max-w-form flex-col gap-1">
        <Heading className="font-semibold text-lg">{title}</Heading>
        {children && <div className="flex flex-col gap-1 text-muted text-sm">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
