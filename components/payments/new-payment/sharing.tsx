import { Section } from '#components/shell/section.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { customerMessage, iframeSnippet } from './sharing-texts.ts';

/** A text to be copied whole into somewhere else. */
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
      <Snippet title="Message to the customer" text={customerMessage(sent, link)} copyLabel="Copy message" />
      <Snippet title="Embed" text={iframeSnippet(link)} copyLabel="Copy snippet" />
    </>
  );
}
