import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlStyle, FieldNotes, useField } from './field.tsx';

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The accessible name; also the placeholder where none is given. */
  label?: string;
  /** Why this can't be looked up. */
  error?: string | undefined;
};

/** The one search box of a list: takes any identifier. Named "Search". */
export function SearchField({ label = 'Search', className, placeholder, error, ...rest }: SearchFieldProps) {
  const { id, control } = useField({ ...rest, error });
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
        />
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...control}
          type="search"
          aria-label={label}
          placeholder={placeholder ?? label}
          className={cx(controlStyle, 'h-control text-ellipsis pl-8 text-sm')}
        />
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
