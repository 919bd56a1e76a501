import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlStyle } from './field.tsx';

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The accessible name; also the placeholder where none is given. */
  label?: string;
};

/** The one search box of a list: takes any identifier. Named "Search". */
export function SearchField({ label = 'Search', className, placeholder, ...rest }: SearchFieldProps) {
  return (
    <div className={cx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
      />
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        className={cx(controlStyle, 'h-control pl-8 text-sm')}
      />
    </div>
  );
}
