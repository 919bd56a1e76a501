'use client';

import type { ReactNode } from 'react';
import type { ButtonSize, ButtonVariant } from './button-style.ts';
import { buttonStyle } from './button-style.ts';
import { cx } from './cx.ts';
import type { PressButtonProps } from './press-button.tsx';
import { PressButton } from './press-button.tsx';

export type IconButtonProps = Omit<PressButtonProps, 'children' | 'aria-label'> & {
  /** The accessible name, also shown as a tip. */
  label: string;
  /** A lucide icon. */
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Leave the tip out where the label already stands beside the button. */
  noTooltip?: boolean;
};

/** A square button with an icon only; its label is its accessible name and its tip. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size = 'md',
  noTooltip = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <PressButton
      {...rest}
      aria-label={label}
      title={noTooltip ? undefined : label}
      className={cx(buttonStyle(variant, size, true), className)}
    >
      {icon}
    </PressButton>
  );
}
