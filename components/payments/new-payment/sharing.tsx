import { Section } from '#components/shell/section.tsx';
import { CopyTextButton } from '#components/ui/copy-button.tsx';

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

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const iframeSnippet = (link: string): string =>
  `<iframe src="${attribute(link)}" title="Checkout" width="420" height="720" style="border:0" allow="clipboard-write"></iframe>`;

/** How long the link is good for, in words. Null: it never expires. */
function validity(minutes: string | undefined): string | null {
  if (minutes === undefined) return null;
  if (minutes === '0') return '7 days';
  if (minutes === '60') return '1 hour';
  if (minutes === '1440') return '24 hours';
  return `${minutes} minutes`;
}

/** What a person can paste into a mail or a chat. */
export function customerMessage(sent: ReadonlyMap<string, string>, link: string): string {
  const price =
    sent.get('displayAmount') !== undefined
      ? `${sent.get('displayAmount')} ${sent.get('displayCurrency')}`
      : `${sent.get('depositAmount')} ${sent.get('depositCurrency')} on the ${sent.get('network')} network`;
  const good = validity(sent.get('expirationMinutes'));
  return [
    `Please pay ${price} for ${sent.get('clientPaymentId')} here:`,
    link,
    ...(good === null ? [] : [`The link is good for ${good}.`]),
  ].join('\n');
}

export function Sharing({ link, sent }: { link: string; sent: ReadonlyMap<string, string> }) {
  return (
    <>
      <Snippet title="Message to the customer" text={customerMessage(sent, link)} copyLabel="Copy message" />
      <Snippet title="Embed" text={iframeSnippet(link)} copyLabel="Copy snippet" />
    </>
  );
}
