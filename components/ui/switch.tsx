import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { cx } from './cx.ts';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: string;
  help?: ReactNode;
};

/** Turns a setting on or off at once. Use Checkbox for choices that "Save" applies. */
export function Switch({ label, help, className, ...rest }: SwitchProps) {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  return (
    <div className={cx('flex items-start justify-between gap-4', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="text-base text-ink">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-muted text-xs">
            {help}
          </p>
        )}
      </div>
      <span className="relative mt-0.5 inline-flex h-4.5 w-8 shrink-0">
        <input
          {...rest}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its own checked state
          role="switch"
          aria-describedby={help ? `${id}-help` : undefined}
          className="peer h-4.5 w-8 cursor-pointer appearance-none rounded-full bg-faint transition-colors checked:bg-accent disabled:cursor-not-allowed disabled:opacity-55"
        />
        <span className="pointer-events-none absolute top-0.5 start-0.5 size-3.5 rounded-full bg-on-accent transition-transform peer-checked:translate-x-3.5" />
      </span>
    </div>
  );
}
