'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import type { ActionForm as ActionFormState } from '#components/forms/use-action-form.ts';
import type { MentionAreaProps } from './mention-area.tsx';
import { MentionArea } from './mention-area.tsx';

/** A form with one note, which may mention colleagues. */
export function MentionForm({
  form,
  save,
  unchanged = '',
  onCancel,
  ...field
}: Omit<MentionAreaProps, 'form' | 'text' | 'onText' | 'onSave'> & {
  form: ActionFormState<'text'>;
  /** The button names what happens: a verb and an object. */
  save: string;
  /** The stored text. It isn't saved again. */
  unchanged?: string;
  onCancel?: () => void;
}) {
  const { text } = form.fields;
  const canSave = text.trim() !== '' && text !== unchanged;
  return (
    <ActionForm
      form={form}
      label={save}
      variant="secondary"
      isDisabled={!canSave}
      onCancel={onCancel}
      cancelVariant="quiet"
    >
      <MentionArea
        {...field}
        text={text}
        onText={(typed) => form.set({ text: typed })}
        onSave={() => {
          if (canSave) void form.submit();
        }}
      />
    </ActionForm>
  );
}
