'use client';

import type { ReactNode } from 'react';
import type { ButtonSize, ButtonVariant } from './button-style.ts';
import { buttonStyle } from './button-style.ts';
import { cx } from './cx.ts';
import type { PressButtonProps } from './press-button.tsx';
import { PressButton } from './press-button.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonProps = PressButtonProps & {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A lucide icon before the label. */
  icon?: ReactNode;
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
  ...rest
}: ButtonProps) {
  return (
    <PressButton {...rest} className={cx(buttonStyle(variant, size), 'data-pending:opacity-80', className)}>
      {rest.isPending ? <Spinner /> : icon}
      {children}
    </PressButton>
  );
}
