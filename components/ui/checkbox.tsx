'use client';

import { Check, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** Some but not all rows are selected. */
  indeterminate?: boolean;
  /** Shows the label to screen readers only, for table rows. */
  hideLabel?: boolean;
  ref?: (element: HTMLInputElement | null) => void;
};

/** A native checkbox with its label, help and error. */
export function Checkbox({
  label,
  help,
  error,
  indeterminate = false,
  hideLabel = false,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <div className={cx('flex gap-2', className)}>
      <span className="relative inline-flex size-4 shrink-0 self-start text-on-accent">
        <input
          {...rest}
          id={id}
          ref={(element) => {
            input.current = element;
            ref?.(element);
          }}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={cx(help ? `${id}-help` : null, error && `${id}-error`) || undefined}
          className="peer size-4 cursor-pointer appearance-none rounded-xs border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-faint disabled:cursor-not-allowed disabled:opacity-55 dark:bg-sunken dark:checked:bg-accent"
        />
        {indeterminate ? (
          <Minus aria-hidden strokeWidth={3} className="pointer-events-none absolute inset-0.5 size-3" />
        ) : (
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-0.5 size-3 opacity-0 peer-checked:opacity-100"
          />
        )}
      </span>
      <div className={hideLabel ? 'sr-only' : 'min-w-0 -translate-y-0.5'}>
        <label htmlFor={id} className="text-base text-ink">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-muted text-xs">
            {help}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="text-bad text-xs">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
