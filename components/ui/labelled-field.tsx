import type { ReactNode } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { FieldNotes } from './field.tsx';

/** Layout of a form field: label, control, help, error. */
export function Field({
  id,
  label,
  help,
  error,
  optional,
  hideLabel,
  className,
  children,
}: FieldProps & { id: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-2'}>
        <label htmlFor={id} className="font-medium text-ink text-sm">
          {label}
        </label>
        {optional && <span className="text-faint text-xs">{tControls('optional')}</span>}
      </div>
      {children}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}
