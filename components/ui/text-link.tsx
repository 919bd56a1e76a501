import { ExternalLink } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

const linkStyle =
  'rounded-xs text-accent-text underline decoration-transparent underline-offset-2 transition-colors hover:decoration-current';

export type TextLinkProps = Omit<ComponentProps<typeof Link>, 'children' | 'href'> & {
  href: string;
  children: ReactNode;
};

/** A link inside text or a table cell, to one of our pages. */
export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={cx(linkStyle, className)} />;
}

/** A link to an external page. It opens a new tab and sends no referrer. */
export function OutsideLink({
  href,
  children,
  className,
}: {
  href: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={cx(linkStyle, 'inline-flex items-center gap-1', className)}
    >
      {children}
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}
