const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A frame for somebody else's page. No page of ours embeds the checkout. */
export const iframeSnippet = (link: string): string =>
  `<iframe src="${attribute(link)}" title="Checkout" width="420" height="720" style="border:0" allow="clipboard-write"></iframe>`;

/** How long the link is good for, in words. Null: it never expires. */
function validity(minutes: string | undefined): string | null {
  if (minutes === undefined) return null;
  if (minutes === '0') return '7 days';
  if (minutes === '1') return '1 minute';
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
