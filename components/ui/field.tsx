import type { ReactNode } from 'react';
import { useId } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { cx } from './cx.ts';

/** Properties of every form field. */
export type FieldProps = {
  /** The accessible name, shown above the control. */
  label: string;
  /** Instructions, shown below the control. */
  help?: ReactNode;
  /** The problem and how to fix it. Marks the control as invalid. */
  error?: string | undefined;
  /** Shows "optional" beside the label, outside the accessible name. */
  optional?: boolean;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /**
   * The maximum length of a controlled field. Unlike `maxLength` it does not cut off pasted text: the field shows an
   * error, and the server refuses the value.
   */
  limit?: number;
};

/** Returns the error of a text that is longer than its limit. */
export function findLengthError(value: unknown, limit: number | undefined): string | undefined {
  if (limit === undefined || typeof value !== 'string') return undefined;
  const length = value.trim().length;
  if (length <= limit) return undefined;
  return tControls('tooLong', { limit: limit.toLocaleString('en'), length: length.toLocaleString('en') });
}

/** Returns the ids and ARIA attributes that connect a control to its label, help and error. */
export function useField(
  props: Pick<FieldProps, 'help' | 'error'> & {
    id?: string | undefined;
    'aria-describedby'?: string | undefined;
  },
) {
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const describedBy = [props['aria-describedby'], props.help && `${id}-help`, props.error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return {
    id,
    control: {
      id,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
      'aria-invalid': props.error ? true : undefined,
    },
  } as const;
}

/** Properties of a field that its layout or its ARIA attributes use. */
type LayoutProps = FieldProps & {
  id?: string | undefined;
  className?: string | undefined;
  value?: unknown;
  'aria-describedby'?: string | undefined;
};

/** Separates the properties of the layout around a control (`layout`, for `Field`) from those of the control itself (`own`). */
export function useFieldLayout<Props extends LayoutProps>(props: Props) {
  const {
    label,
    help,
    error: reportedError,
    optional = false,
    hideLabel = false,
    limit,
    className,
    ...own
  } = props;
  const error = reportedError ?? findLengthError(props.value, limit);
  const { id, control } = useField({
    id: props.id,
    'aria-describedby': props['aria-describedby'],
    help,
    error,
  });
  return { layout: { id, label, help, error, optional, hideLabel, className }, control, own } as const;
}

/** The help and error of a field, with the ids that {@link useField} refers to. */
export function FieldNotes({ id, help, error }: { id: string } & Pick<FieldProps, 'help' | 'error'>) {
  return (
    <>
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
    </>
  );
}

/** Classes of inputs, selects and text areas. */
export const controlStyle = cx(
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-base text-ink transition-colors',
  'hover:border-faint aria-invalid:border-bad dark:bg-sunken',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint dark:disabled:bg-hover [&[readonly]]:bg-sunken',
);
