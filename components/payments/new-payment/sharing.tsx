import { Section } from '#components/shell/section.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { tPaymentSharing } from '#lib/messages/payment-sharing.ts';
import { customerMessage, iframeSnippet } from './sharing-texts.ts';

/** Shows a text with a button that copies it. */
function Snippet({ title, text, copyLabel }: { title: string; text: string; copyLabel: string }) {
  return (
    <Section
      title={title}
      actions={
        <CopyTextButton text={text} size="sm">
          {copyLabel}
        </CopyTextButton>
      }
    >
      <pre className="whitespace-pre-wrap wrap-anywhere font-mono text-xs">{text}</pre>
    </Section>
  );
}

export function Sharing({ link, sent }: { link: string; sent: ReadonlyMap<string, string> }) {
  return (
    <>
      <Snippet
        title={tPaymentSharing('message.title')}
        text={customerMessage(sent, link)}
        copyLabel={tPaymentSharing('message.copy')}
      />
      <Snippet
        title={tPaymentSharing('snippet.title')}
        text={iframeSnippet(link)}
        copyLabel={tPaymentSharing('snippet.copy')}
      />
    </>
  );
}
