'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { saveCustomerMessageAction } from '#lib/customer-messages/actions.ts';
import type { MessageKind } from '#lib/customer-messages/model.ts';
import {
  maximumMessageLength,
  messagePlaceholders,
  standardText,
  validityPlaceholder,
} from '#lib/customer-messages/model.ts';
import type { CustomerMessagesView, CustomMessages } from '#lib/customer-messages/schema.ts';
import { tCustomerMessages } from '#lib/messages/customer-messages.ts';
import { tPaymentLocales } from '#lib/messages/new-payment.ts';
import type { Language } from '#lib/service/contract/enumerations.ts';
import { MessageText } from './message-text.tsx';

/** Edits a text for customers in one language, for the whole business. `fill` returns the text for this payment. */
export function EditMessage({
  businessId,
  kind,
  language,
  own,
  fill,
  onSaved,
  onClose,
}: {
  businessId: string;
  kind: MessageKind;
  language: Language;
  own: CustomMessages;
  fill: (text: string) => string;
  onSaved: (view: CustomerMessagesView) => void;
  onClose: () => void;
}) {
  const standard = standardText(kind, language);
  const ownText = own.find((one) => one.kind === kind && one.language === language)?.text;
  const { fields, field, draft, isPending, problem, submit } = useActionForm({
    businessId,
    draft: 'customer-message',
    subject: `${kind}:${language}`,
    initial: { text: ownText ?? standard },
    action: ({ text }) =>
      // The standard text is not stored, so that it follows later versions.
      saveCustomerMessageAction({ businessId, kind, language, text: text.trim() === standard ? '' : text }),
    messages: { failed: tCustomerMessages('edit.failed') },
    inForm: true,
    onDone: (view) => {
      onSaved(view);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={tCustomerMessages(`edit.title.${kind}`)}
      description={tCustomerMessages('edit.description', {
        language: tPaymentLocales(`languages.${language}`),
      })}
      problem={<ProblemNote problem={problem} />}
      footer={
        <>
          {ownText !== undefined && (
            <Button isDisabled={isPending} onPress={() => void submit({ text: '' })}>
              {tCustomerMessages('edit.reset')}
            </Button>
          )}
          <Button variant="primary" isPending={isPending} onPress={() => void submit()}>
            {tCustomerMessages('edit.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextArea
          label={tCustomerMessages('edit.text')}
          lang={language}
          dir="auto"
          rows={5}
          {...field('text')}
          limit={maximumMessageLength}
          help={tCustomerMessages('edit.help', {
            placeholders: messagePlaceholders.join(', '),
            validity: validityPlaceholder,
          })}
        />
        <DraftNotice draft={draft} />
        <div>
          <p className="font-medium text-sm">{tCustomerMessages('edit.preview')}</p>
          <pre lang={language} className="mt-1 whitespace-pre-wrap wrap-anywhere font-mono text-xs">
            <MessageText text={fill(fields.text)} />
          </pre>
        </div>
      </div>
    </Dialog>
  );
}
