import type { ComponentProps, KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlStyle, useFieldLayout } from './field.tsx';
import { Field } from './labelled-field.tsx';

export type TextAreaProps = FieldProps &
  ComponentProps<'textarea'> & {
    /** Called for Ctrl and Enter, or ⌘ and Enter. */
    onSave?: () => void;
  };

/** A field for several lines. It grows with its text up to a maximum height, where the browser supports that. */
export function TextArea({ onSave, ...props }: TextAreaProps) {
  const { layout, control, own } = useFieldLayout(props);
  return (
    <Field {...layout}>
      <textarea
        rows={3}
        {...own}
        {...(onSave && {
          'aria-keyshortcuts': 'Control+Enter Meta+Enter',
          onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
            own.onKeyDown?.(event);
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            if (event.nativeEvent.isComposing) return;
            event.preventDefault();
            onSave();
          },
        })}
        {...control}
        className={cx(controlStyle, 'field-sizing-content max-h-96 min-h-16 py-1.5')}
      />
    </Field>
  );
}
