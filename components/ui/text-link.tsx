import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { SpriteIcon } from './sprite-icon.tsx';

export type TextLinkProps = Omit<ComponentProps<typeof Link>, 'children' | 'href'> & {
  href: string;
  children: ReactNode;
};

/** A link inside text or a table cell, to one of our pages. */
export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={cx('text-link', className)} />;
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
      className={cx('text-link inline-flex items-center gap-1', className)}
    >
      {children}
      <SpriteIcon name="external-link" className="size-3.5 shrink-0" />
    </a>
  );
}
