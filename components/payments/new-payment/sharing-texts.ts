import { tPaymentSharing } from '#lib/messages/payment-sharing.ts';

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns a frame for a page of the merchant. Our own pages never embed the checkout. */
export const iframeSnippet = (link: string): string =>
  `<iframe src="${escapeAttribute(link)}" title="${escapeAttribute(tPaymentSharing('snippet.frame'))}" width="420" height="720" style="border:0" allow="clipboard-write"></iframe>`;

/** Returns the validity of the link in words, or null if it never expires. */
function formatDuration(minutes: string | undefined): string | null {
  if (minutes === undefined) return null;
  if (minutes === '0') return tPaymentSharing('duration.week');
  if (minutes === '60') return tPaymentSharing('duration.hour');
  if (minutes === '1440') return tPaymentSharing('duration.day');
  return tPaymentSharing('duration.minutes', { minutes });
}

/** Returns a message that a person can paste into a mail or a chat. */
export function customerMessage(sent: ReadonlyMap<string, string>, link: string): string {
  const read = (field: string) => String(sent.get(field));
  const price = sent.has('displayAmount')
    ? tPaymentSharing('fiatPrice', { amount: read('displayAmount'), currency: read('displayCurrency') })
    : tPaymentSharing('cryptoPrice', {
        amount: read('depositAmount'),
        currency: read('depositCurrency'),
        network: read('network'),
      });
  const duration = formatDuration(sent.get('expirationMinutes'));
  return [
    tPaymentSharing('request', { price, reference: read('clientPaymentId') }),
    link,
    ...(duration === null ? [] : [tPaymentSharing('validity', { duration })]),
  ].join('\n');
}
