'use client';

import type { ComponentPropsWithRef, MouseEvent } from 'react';

export type PressButtonProps = Omit<ComponentPropsWithRef<'button'>, 'onClick' | 'disabled' | 'style'> & {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** Keeps focus while disabled, for buttons that disable themselves when pressed, such as a step to the end. */
  keepsFocus?: boolean | undefined;
  /** Keeps its size and focus and ignores presses. */
  isPending?: boolean | undefined;
};

/** A button without styles. `onPress` handles mouse, touch and keyboard. */
export function PressButton({
  onPress,
  isDisabled = false,
  keepsFocus = false,
  isPending = false,
  type = 'button',
  ...rest
}: PressButtonProps) {
  const isBlocked = isPending || (isDisabled && keepsFocus);
  const press = (event: MouseEvent) => {
    if (isBlocked) event.preventDefault();
    else onPress?.();
  };
  return (
    <button
      {...rest}
      type={type}
      disabled={isDisabled && !keepsFocus}
      {...(isBlocked ? { 'aria-disabled': true } : {})}
      {...(isPending ? { 'data-pending': true } : {})}
      onClick={press}
    />
  );
}
