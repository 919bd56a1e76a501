import type { ComponentProps } from 'react';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle, useFieldLayout } from './field.tsx';
import { Field } from './labelled-field.tsx';
import { useLocaleSettings } from './locale-context.ts';

export type AmountFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'inputMode'> & {
    /** The currency code, shown inside the field at its end. */
    unit?: string | undefined;
  };

/**
 * A field for an amount. The value stays text: it never becomes a JavaScript number and is not reformatted.
 * Screen readers read the unit with the field.
 */
export function AmountField({ unit, ...props }: AmountFieldProps) {
  const { locale } = useLocaleSettings();
  const { layout, control, own } = useFieldLayout(props);
  return (
    <Field {...layout}>
      <div className="relative">
        <input
          autoComplete="off"
          spellCheck={false}
          placeholder={formatTypedAmount('0.00', locale)}
          {...own}
          {...control}
          aria-describedby={cx(unit && `${layout.id}-unit`, control['aria-describedby']) || undefined}
          type="text"
          inputMode="decimal"
          className={cx(controlStyle, 'h-control text-end', unit && (unit.length > 3 ? 'pe-14' : 'pe-12'))}
        />
        {unit && (
          <span
            id={`${layout.id}-unit`}
            className="pointer-events-none absolute inset-y-0 end-0 flex items-center pe-2.5 text-muted text-sm"
          >
            {unit}
          </span>
        )}
      </div>
    </Field>
  );
}
