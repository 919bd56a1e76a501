'use client';

import type { ReactNode } from 'react';
import type { ButtonSize, ButtonVariant } from './button-style.ts';
import { buttonStyle } from './button-style.ts';
import { cx } from './cx.ts';
import type { PressButtonProps } from './press-button.tsx';
import { PressButton } from './press-button.tsx';

export type IconButtonProps = Omit<PressButtonProps, 'children' | 'aria-label'> & {
  /** The accessible name, also the tooltip. */
  label: string;
  /** A lucide icon. */
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Omits the tooltip where the label is visible. */
  noTooltip?: boolean;
};

/** A square button that shows only an icon. */
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
      data-tooltip={noTooltip ? undefined : label}
      className={cx(buttonStyle(variant, size, true), className)}
    >
      {icon}
    </PressButton>
  );
}
