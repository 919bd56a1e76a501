import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import type { ButtonSize, ButtonVariant } from './button-style.ts';
import { buttonStyle } from './button-style.ts';
import { cx } from './cx.ts';

export type LinkButtonProps = Omit<ComponentProps<typeof Link>, 'children' | 'href'> & {
  href: string;
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
};

/** A link that looks like a button. It navigates and changes nothing. */
export function LinkButton({
  children,
  variant = 'secondary',
  size = 'md',
  icon,
  className,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={cx(buttonStyle(variant, size), className)}>
      {icon}
      {children}
    </Link>
  );
}
