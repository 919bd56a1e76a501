'use client';

import type { ReactNode } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { ButtonSize, ButtonVariant } from './button-style.ts';
import { buttonStyle } from './button-style.ts';
import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  /** A lucide icon. */
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Leave the tooltip out where the label already stands beside the button. */
  noTooltip?: boolean;
  className?: string;
};

/** A square button with an icon only; its label is its accessible name and its tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size = 'md',
  noTooltip = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <AriaButton
      {...rest}
      type={type}
      aria-label={label}
      className={cx(buttonStyle(variant, size, true), className)}
    >
      {icon}
    </AriaButton>
  );
  return noTooltip ? button : <Tooltip content={label}>{button}</Tooltip>;
}
