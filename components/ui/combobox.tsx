'use client';

import { use } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { tControls } from '#lib/messages/controls.ts';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle } from './field.tsx';
import { floatStyle } from './float-style.ts';
import { SpriteIcon } from './sprite-icon.tsx';

export type ComboboxProps = FieldProps & {
  name?: string;
  choices: readonly { readonly value: string; readonly label: string; readonly help?: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  placeholder?: string;
  isDisabled?: boolean;
  autoFocus?: boolean;
  className?: string;
};

/** Selects one of many choices by typing. Controlled. For short lists use Select. */
export function Combobox({
  label,
  help,
  error,
  optional,
  hideLabel,
  choices,
  value,
  onChange,
  onBlur,
  placeholder,
  className,
  ...rest
}: ComboboxProps) {
  return (
    <ComboBox
      {...rest}
      {...(onBlur ? { onBlur } : {})}
      value={value}
      defaultInputValue={choices.find((choice) => choice.value === value)?.label ?? ''}
      onChange={(key) => onChange(key === null ? null : String(key))}
      isInvalid={Boolean(error)}
      menuTrigger="focus"
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <div className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-2'}>
        <Label className="font-medium text-ink text-sm">{label}</Label>
        {optional && <span className="text-faint text-xs">{tControls('optional')}</span>}
      </div>
      <div className="relative">
        <OpeningInput placeholder={placeholder} />
        <Button className="absolute inset-y-0 end-0 flex w-8 items-center justify-center rounded-md text-faint">
          <SpriteIcon name="chevrons-up-down" className="size-3.5" />
        </Button>
      </div>
      {help && (
        <Text slot="description" className="text-muted text-xs">
          {help}
        </Text>
      )}
      <FieldError className="text-bad text-xs">{error}</FieldError>
      <Popover offset={4} className={cx(floatStyle, 'w-(--trigger-width)')}>
        <ListBox
          className="max-h-72 overflow-y-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-2 py-1.5 text-muted text-sm">{tControls('noMatches')}</p>}
        >
          {choices.map((choice) => (
            <ListBoxItem
              key={choice.value}
              id={choice.value}
              textValue={choice.label}
              className="flex min-h-8 cursor-pointer items-center justify-between gap-2 rounded-sm px-2 text-sm outline-none data-focused:bg-hover data-selected:font-medium"
            >
              {choice.label}
              {choice.help && <span className="text-muted text-xs">{choice.help}</span>}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** Opens all choices with a click, also when the field already has the focus. */
function OpeningInput({ placeholder }: { placeholder: string | undefined }) {
  const state = use(ComboBoxStateContext);
  return (
    <Input
      {...(placeholder === undefined ? {} : { placeholder })}
      onClick={() => state?.open(null, 'manual')}
      className={cx(controlStyle, 'h-control pe-8')}
    />
  );
}
