'use client';

import type { KeyboardEventHandler } from 'react';
import type { TextFieldProps } from '#components/ui/text-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { ActionForm } from './action-form.tsx';
import type { OneFieldFormProps } from './use-action-form.ts';
import { useActionForm } from './use-action-form.ts';

type NameFormProps<Data> = OneFieldFormProps<'name', Data> &
  Pick<TextFieldProps, 'label' | 'help' | 'hideLabel' | 'limit' | 'list'> & {
    /** The stored name. It isn't saved again. */
    name?: string;
    onCancel: () => void;
    onKeyDown?: KeyboardEventHandler;
  };

/** A form with one name. */
export function NameForm<Data>({
  label,
  help,
  hideLabel,
  limit,
  list,
  onKeyDown,
  name = '',
  action,
  save,
  onCancel,
  ...options
}: NameFormProps<Data>) {
  const form = useActionForm({
    ...options,
    inForm: true,
    initial: { name },
    action: (fields) => action(fields.name),
  });
  const typed = form.fields.name;
  const problem = typed === form.answered.name ? form.problem?.detail : undefined;
  return (
    <ActionForm
      form={form}
      label={save}
      variant="secondary"
      isDisabled={typed.trim() === '' || typed === name}
      onCancel={onCancel}
      cancelVariant="quiet"
      onKeyDown={onKeyDown}
      className="w-full gap-2"
    >
      <TextField
        {...form.field('name', problem)}
        label={label}
        help={help}
        hideLabel={hideLabel}
        limit={limit}
        list={list}
        autoFocus
        autoComplete="off"
      />
    </ActionForm>
  );
}
