'use client';

import type { KeyboardEventHandler, ReactNode } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ButtonVariant } from '#components/ui/button-style.ts';
import { cx } from '#components/ui/cx.ts';
import { tControls } from '#lib/messages/controls.ts';
import type { DraftForm } from './use-action-form.ts';
import { useErrorFocus } from './use-error-focus.ts';

/** The frame of a form: its fields, its draft and its buttons. */
export function ActionForm({
  form: { draft, isPending, failedAttempt = null, submit },
  children,
  label,
  variant = 'primary',
  isDisabled = false,
  onCancel,
  onKeyDown,
  cancelVariant = 'secondary',
  className = 'gap-3',
}: {
  form: Pick<DraftForm<never>, 'draft' | 'isPending'> &
    Partial<Pick<DraftForm<never>, 'failedAttempt'>> & { readonly submit: () => Promise<void> };
  children: ReactNode;
  /** The button names what happens: a verb and an object. */
  label: ReactNode;
  variant?: ButtonVariant;
  isDisabled?: boolean;
  onCancel?: () => void;
  onKeyDown?: KeyboardEventHandler;
  cancelVariant?: ButtonVariant;
  className?: string;
}) {
  const element = useErrorFocus(failedAttempt);
  return (
    <form
      ref={element}
      noValidate
      className={cx('flex flex-col', className)}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={variant} isPending={isPending} isDisabled={isDisabled}>
          {label}
        </Button>
        {onCancel && (
          <Button variant={cancelVariant} isDisabled={isPending} onPress={onCancel}>
            {tControls('cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
