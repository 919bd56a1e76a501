import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from './cx.ts';

/** What every field of a form has. */
export type FieldProps = {
  /** Stands above the control and is its accessible name, exactly. */
  label: string;
  /** How to fill it in; stands below. */
  help?: ReactNode;
  /** What is wrong and how to mend it. While it is given the control is marked invalid. */
  error?: string | undefined;
  /** Says "optional" beside the label, outside of its accessible name. */
  optional?: boolean;
  /** Keeps the label for screen readers only, where the place already says it (a search field). */
  hideLabel?: boolean;
  /**
   * How many characters are kept of a controlled field. Not `maxLength`, which cuts off what is pasted without a word:
   * all that was typed stays, what is too long is said, and the server refuses it.
   */
  limit?: number;
};

/** What to say of a text that is longer than its limit. */
export function tooLong(value: unknown, limit: number | undefined): string | undefined {
  if (limit === undefined || typeof value !== 'string') return undefined;
  const length = value.trim().length;
  if (length <= limit) return undefined;
  return `Use at most ${limit.toLocaleString('en')} characters: this has ${length.toLocaleString('en')}.`;
}

/** The ids and ARIA attributes that tie a control to its label, help and error. */
export function useField(
  props: Pick<FieldProps, 'help' | 'error'> & {
    id?: string | undefined;
    'aria-describedby'?: string | undefined;
  },
) {
  const made = useId();
  const id = props.id ?? made;
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

/** The help and the error of a field, with the ids that {@link useField} points at. */
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

/** How a box that one types into looks; shared by inputs, selects and text areas. */
export const controlStyle = cx(
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-base text-ink transition-colors',
  'hover:border-faint aria-invalid:border-bad dark:bg-sunken',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint dark:disabled:bg-hover [&[readonly]]:bg-sunken',
);
