'use client';

import type { ReactNode } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { ButtonSize, ButtonVariant } from './button-style.ts';
import { buttonStyle } from './button-style.ts';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> & {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A lucide icon before the label. */
  icon?: ReactNode;
  className?: string;
};

/**
 * A button. `onPress` answers mouse, touch and keyboard; `type="submit"` inside a form. While `isPending` it keeps
 * its place and focus, shows a spinner and answers nothing. Its label names what happens ("Create payment").
 */
export function Button({
  children,
  variant = 'secondary',
  size = 'md',
  icon,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      type={type}
      className={cx(buttonStyle(variant, size), 'data-pending:opacity-80', className)}
    >
      {rest.isPending ? <Spinner /> : icon}
      {children}
    </AriaButton>
  );
}
