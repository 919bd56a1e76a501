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
 * A button. `onPress` handles mouse, touch and keyboard. Use `type="submit"` inside a form. While `isPending` it keeps
 * its size and focus, shows a spinner and ignores presses. Its label is a verb and an object ("Create payment").
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
    <PressButton
      {...rest}
      data-primary={variant === 'primary' || undefined}
      className={cx(buttonStyle(variant, size), className)}
    >
      {rest.isPending ? <Spinner /> : icon}
      {children}
    </PressButton>
  );
}
