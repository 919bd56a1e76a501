'use client';

import type { ComponentPropsWithRef, MouseEvent } from 'react';

export type PressButtonProps = Omit<ComponentPropsWithRef<'button'>, 'onClick' | 'disabled' | 'style'> & {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** Disabled too: for what a press may disable, such as a step to the end. The keyboard would be left nowhere. */
  keepsFocus?: boolean | undefined;
  /** It keeps its place and focus, and answers nothing. */
  isPending?: boolean | undefined;
};

/** A button without a look. `onPress` answers mouse, touch and keyboard; nothing else hears of it. */
export function PressButton({
  onPress,
  isDisabled = false,
  keepsFocus = false,
  isPending = false,
  type = 'button',
  ...rest
}: PressButtonProps) {
  const isHeld = isPending || (isDisabled && keepsFocus);
  const press = (event: MouseEvent) => {
    if (isHeld) event.preventDefault();
    else onPress?.();
  };
  return (
    <button
      {...rest}
      type={type}
      disabled={isDisabled && !keepsFocus}
      {...(isHeld ? { 'aria-disabled': true } : {})}
      {...(isPending ? { 'data-pending': true } : {})}
      onClick={press}
    />
  );
}
