import type { ComponentProps } from 'react';

/** A checkbox without a visible label, as one element. `label` is its accessible name. */
export function CheckMark({
  label,
  indeterminate = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'ref' | 'className' | 'aria-label'> & {
  label: string;
  /** Some but not all rows are selected. */
  indeterminate?: boolean;
}) {
  return (
    <input
      {...rest}
      type="checkbox"
      aria-label={label}
      className="check-mark"
      ref={(element) => {
        if (element) element.indeterminate = indeterminate;
      }}
    />
  );
}
