'use client';

import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { MessageKind } from '#lib/customer-messages/model.ts';
import { findLanguage } from '#lib/customer-messages/model.ts';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { tCustomerMessages } from '#lib/messages/customer-messages.ts';
import { tPaymentSharing } from '#lib/messages/payment-actions.ts';
import { EditMessage } from './edit-message.tsx';
import { MessageText } from './message-text.tsx';
import type { SharedTerms } from './sharing-texts.ts';
import {
  buildIframeSnippet,
  buildMailLink,
  composeCustomerMessage,
  composeCustomerSubject,
} from './sharing-texts.ts';

/** Shows a text with buttons for it. */
function Snippet({ title, text, actions }: { title: string; text: ReactNode; actions: ReactNode }) {
  return (
    <Section title={title} actions={actions}>
      <pre className="whitespace-pre-wrap wrap-anywhere font-mono text-xs">{text}</pre>
    </Section>
  );
}

/** Shows the texts for customers and the embed code of a checkout link. */
export function CheckoutSharing({
  businessId,
  link,
  terms,
  messages,
  kinds,
}: {
  businessId: string;
  link: string;
  terms: SharedTerms;
  messages: CustomerMessagesView;
  kinds: readonly MessageKind[];
}) {
  const [view, setView] = useState(messages);
  const [edited, setEdited] = useState<MessageKind | null>(null);
  const language = findLanguage(terms.get('locale'));
  const snippet = buildIframeSnippet(
    link,
    terms.has('redirectUrl') ? (terms.get('redirectMode') ?? 'PARENT') : undefined,
  );
  return (
    <>
      {kinds.map((kind) => {
        const message = composeCustomerMessage(kind, terms, link, view.own);
        return (
          <Snippet
            key={kind}
            title={tCustomerMessages(`title.${kind}`)}
            text={
              <span lang={language}>
                <MessageText text={message} />
              </span>
            }
            actions={
              <>
                {view.mayEdit && (
                  <Button size="sm" variant="quiet" onPress={() => setEdited(kind)}>
                    {tCustomerMessages('edit.open')}
                  </Button>
                )}
                <LinkButton
                  size="sm"
                  prefetch={false}
                  href={buildMailLink(composeCustomerSubject(kind, terms), message)}
                  icon={<Mail aria-hidden />}
                >
                  {tCustomerMessages('email')}
                </LinkButton>
                <CopyTextButton text={message} size="sm">
                  {tCustomerMessages(`copy.${kind}`)}
                </CopyTextButton>
              </>
            }
          />
        );
      })}
      <div data-print="hidden">
        <Snippet
          title={tPaymentSharing('snippet.title')}
          text={snippet}
          actions={
            <CopyTextButton text={snippet} size="sm">
              {tPaymentSharing('snippet.copy')}
            </CopyTextButton>
          }
        />
      </div>
      {edited !== null && (
        <EditMessage
          businessId={businessId}
          kind={edited}
          language={language}
          own={view.own}
          fill={(text) => composeCustomerMessage(edited, terms, link, [{ kind: edited, language, text }])}
          onSaved={setView}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
