import type { ComponentProps } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { cx } from './cx.ts';
import { controlStyle, FieldNotes, useField } from './field.tsx';
import { SpriteIcon } from './sprite-icon.tsx';

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The accessible name, and the default placeholder. */
  label?: string;
  /** The reason why this search is not possible. */
  error?: string | undefined;
};

/** The search field of a list. It accepts any identifier. */
export function SearchField({
  label = tControls('search'),
  className,
  placeholder,
  error,
  ...rest
}: SearchFieldProps) {
  const { id, control } = useField({ ...rest, error });
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <div className="relative">
        <SpriteIcon
          name="search"
          className="pointer-events-none absolute top-1/2 start-2.5 size-4 -translate-y-1/2 text-faint"
        />
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...control}
          type="search"
          aria-label={label}
          placeholder={placeholder ?? label}
          className={cx(controlStyle, 'h-control text-ellipsis ps-8 text-sm')}
        />
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
