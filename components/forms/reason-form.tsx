'use client';

import type { ReactNode } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import type { ButtonVariant } from '#components/ui/button-style.ts';
import type { DialogProps } from '#components/ui/dialog.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { TextAreaProps } from '#components/ui/text-area.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { ActionForm } from './action-form.tsx';
import type { OneFieldFormProps } from './use-action-form.ts';
import { useActionForm } from './use-action-form.ts';

type ReasonFormProps<Data> = OneFieldFormProps<'reason', Data> &
  Pick<TextAreaProps, 'label' | 'help' | 'limit' | 'optional'> & {
    variant?: ButtonVariant;
    onCancel?: () => void;
    /** Shown above the field. */
    children?: ReactNode;
  };

/** A form with one reason or note. */
export function ReasonForm<Data>({
  label,
  help,
  limit,
  optional,
  action,
  save,
  variant,
  onCancel,
  children,
  ...options
}: ReasonFormProps<Data>) {
  const form = useActionForm({
    ...options,
    inForm: true,
    initial: { reason: '' },
    action: ({ reason }) => action(reason),
  });
  // The action may have another name for the only field.
  const errors = Object.values(form.problem?.fieldErrors ?? {}).flat();
  const error = form.fields.reason === form.answered.reason ? errors[0] : undefined;
  return (
    <ActionForm form={form} label={save} variant={variant} onCancel={onCancel}>
      {children}
      <ProblemNote problem={errors.length === 0 ? form.problem : null} />
      <TextArea
        {...form.field('reason', error)}
        label={label}
        help={help}
        limit={limit}
        optional={optional}
      />
    </ActionForm>
  );
}

/** Asks for a reason or a note before an action. The dialog closes once it is done. */
export function ReasonDialog<Data>({
  trigger,
  title,
  isOpen,
  onOpenChange,
  onDone,
  children,
  ...form
}: Pick<DialogProps, 'trigger' | 'isOpen' | 'onOpenChange' | 'title'> &
  Omit<ReasonFormProps<Data>, 'onCancel'>) {
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      trigger={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
    >
      {(close) => (
        <ReasonForm
          {...form}
          onCancel={close}
          onDone={(data) => {
            close();
            onDone?.(data);
          }}
        >
          <div className="text-muted text-sm">{children}</div>
        </ReasonForm>
      )}
    </Dialog>
  );
}
