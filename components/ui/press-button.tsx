'use client';

import type { ComponentPropsWithRef, MouseEvent } from 'react';

export type PressButtonProps = Omit<ComponentPropsWithRef<'button'>, 'onClick' | 'disabled' | 'style'> & {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** It keeps its place and focus, and answers nothing. */
  isPending?: boolean | undefined;
};

/** A button without a look. `onPress` answers mouse, touch and keyboard; nothing else hears of it. */
export function PressButton({
  onPress,
  isDisabled = false,
  isPending = false,
  type = 'button',
  ...rest
}: PressButtonProps) {
  const press = (event: MouseEvent) => {
    if (isPending) event.preventDefault();
    else onPress?.();
  };
  return (
    <button
      {...rest}
      type={type}
      disabled={isDisabled}
      {...(isPending ? { 'aria-disabled': true, 'data-pending': true } : {})}
      onClick={press}
    />
  );
}
