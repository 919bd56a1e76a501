import type { ComponentProps, ReactNode } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { FieldNotes, useField } from './field.tsx';

type RadioChoice = {
  readonly value: string;
  readonly label: string;
  /** One line, shown below the label. */
  readonly help?: ReactNode;
  readonly disabled?: boolean;
};

export type RadioGroupProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'checked' | 'defaultChecked'> & {
    name: string;
    choices: readonly RadioChoice[];
    /** More choices under a heading of their own. Only for a list. */
    group?: { readonly label: string; readonly choices: readonly RadioChoice[] };
    /** Makes the group controlled, together with `onChange`. */
    value?: string;
    defaultValue?: string;
    /** `segments` joins two to four short choices into one bar. */
    appearance?: 'list' | 'segments';
  };

/** Selects one of a few visible choices. Native radios, controlled by `value` and `onChange`. */
export function RadioGroup({
  label,
  help,
  error,
  optional = false,
  hideLabel = false,
  choices,
  group,
  value,
  defaultValue,
  appearance = 'list',
  className,
  ...rest
}: RadioGroupProps) {
  const { id, control } = useField({ ...rest, help, error });
  const renderChoice = (choice: RadioChoice) => (
    <RadioOption
      key={choice.value}
      {...rest}
      {...(value === undefined ? {} : { checked: value === choice.value })}
      {...(defaultValue === undefined ? {} : { defaultChecked: defaultValue === choice.value })}
      id={`${id}-${choice.value}`}
      choice={choice}
      appearance={appearance}
    />
  );
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={control['aria-describedby']}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <div className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-2'}>
        <span id={`${id}-label`} className="font-medium text-ink text-sm">
          {label}
        </span>
        {optional && <span className="text-faint text-xs">{tControls('optional')}</span>}
      </div>
      <div
        className={
          appearance === 'segments'
            ? 'inline-flex w-fit rounded-md bg-sunken p-0.5 dark:bg-sunken'
            : 'flex flex-col gap-2'
        }
      >
        {choices.map(renderChoice)}
        {group && (
          <fieldset className="flex flex-col gap-2 pt-1">
            <legend className="pb-1.5 font-medium text-muted text-xs">{group.label}</legend>
            {group.choices.map(renderChoice)}
          </fieldset>
        )}
      </div>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}

function RadioOption({
  choice,
  appearance,
  ...input
}: ComponentProps<'input'> & { choice: RadioChoice; appearance: 'list' | 'segments' }) {
  const radio = {
    ...input,
    type: 'radio',
    value: choice.value,
    disabled: choice.disabled || input.disabled,
  } as const;
  if (appearance === 'segments') {
    return (
      <label className="relative inline-flex h-7 items-center rounded-sm px-3 font-medium text-muted text-sm hover:text-ink has-checked:text-ink has-disabled:opacity-55">
        <input
          {...radio}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm border border-transparent checked:border-line checked:bg-surface dark:checked:bg-raised"
        />
        <span className="pointer-events-none relative">{choice.label}</span>
      </label>
    );
  }
  return (
    <div className="flex gap-2">
      <input
        {...radio}
        aria-describedby={choice.help ? `${input.id}-help` : undefined}
        className="mt-0.5 size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface transition-colors checked:border-[5px] checked:border-accent hover:border-faint checked:hover:border-accent-hover disabled:cursor-not-allowed disabled:opacity-55 dark:bg-sunken dark:checked:bg-ink"
      />
      <div className="min-w-0">
        <label htmlFor={input.id} className="text-base text-ink">
          {choice.label}
        </label>
        {choice.help && (
          <p id={`${input.id}-help`} className="text-muted text-xs">
            {choice.help}
          </p>
        )}
      </div>
    </div>
  );
}
