import { formatAmount } from '#components/money/format-amount.ts';
import type { MessageKind } from '#lib/customer-messages/model.ts';
import { fillCustomerMessage, findLanguage, standardText } from '#lib/customer-messages/model.ts';
import { formatValidity } from '#lib/customer-messages/model-validity.ts';
import type { CustomMessages } from '#lib/customer-messages/schema.ts';
import { tCustomerMessages } from '#lib/messages/customer-messages.ts';
import { tPaymentSharing } from '#lib/messages/payment-actions.ts';
import type { Language } from '#lib/service/contract/enumerations.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Rights that the checkout needs: its own scripts, storage and forms, and new windows for wallets. */
const checkoutRights = 'allow-scripts allow-same-origin allow-forms allow-popups';
/** The redirect happens when a deposit arrives, without a click, so a right that needs a click is not enough. */
const parentRight = 'allow-top-navigation';

/**
 * Returns a frame for a page of the merchant. `redirectMode` decides whether the checkout may leave that page. Our own
 * pages never embed the checkout.
 */
export function buildIframeSnippet(link: string, redirectMode: string | undefined): string {
  const rights = redirectMode === 'PARENT' ? `${checkoutRights} ${parentRight}` : checkoutRights;
  return `<iframe src="${escapeAttribute(link)}" title="${escapeAttribute(tPaymentSharing('snippet.frame'))}" width="420" height="720" style="border:0" sandbox="${rights}" allow="clipboard-write"></iframe>`;
}

/** The fields of a request by their names in the interface, with the client payment ID. */
export type SharedTerms = ReadonlyMap<string, string>;

/**
 * Formats an amount as its language writes it, with all its digits and at least the usual decimals of money. Digits are
 * Latin, as in the checkout.
 */
function formatAmountIn(language: Language, digits: string, currency: string): string {
  const amount = parseAmount(digits);
  if (amount === null) return digits;
  const decimals = digits.split('.')[1]?.length ?? 0;
  const isShort = isFiatCurrency(currency) && decimals < fiatFractionDigits(currency);
  return formatAmount(amount, currency, `${language}-u-nu-latn`, isShort ? 'usual' : 'exact').text;
}

function formatPrice(terms: SharedTerms, language: Language): string {
  const read = (field: string) => terms.get(field) ?? '';
  const readAmount = (field: string, currency: string) =>
    formatAmountIn(language, read(field), read(currency));
  return terms.has('displayAmount')
    ? tPaymentSharing('fiatPrice', {
        amount: readAmount('displayAmount', 'displayCurrency'),
        currency: read('displayCurrency'),
      })
    : tPaymentSharing('cryptoPrice', {
        amount: readAmount('depositAmount', 'depositCurrency'),
        currency: read('depositCurrency'),
        network: read('network'),
      });
}

/**
 * Returns the terms of a payment that exists already, with the time that is left in place of its whole validity. Times
 * are in UNIX seconds. Whole hours from two hours on; no validity without a known expiry or in the last minute.
 */
export function withRemainingTime(terms: SharedTerms, expiry: number | null, now: number): SharedTerms {
  const remaining = new Map(terms);
  remaining.delete('expirationMinutes');
  const minutes = expiry === null ? 0 : Math.floor((expiry - now) / 60);
  if (minutes > 0)
    remaining.set('expirationMinutes', String(minutes < 120 ? minutes : minutes - (minutes % 60)));
  return remaining;
}

/** Returns a message for the customer in the language of the checkout, with the business's own text if it has one. */
export function composeCustomerMessage(
  kind: MessageKind,
  terms: SharedTerms,
  link: string,
  own: CustomMessages = [],
): string {
  const language = findLanguage(terms.get('locale'));
  const text =
    own.find((one) => one.kind === kind && one.language === language)?.text ?? standardText(kind, language);
  return fillCustomerMessage(text, {
    price: formatPrice(terms, language),
    reference: terms.get('clientPaymentId') ?? '',
    link,
    validity:
      terms.get('type') === 'REUSABLE' ? null : formatValidity(terms.get('expirationMinutes'), language),
  });
}

/** Returns the subject of an email with the message, in the language of the checkout. */
export function composeCustomerSubject(kind: MessageKind, terms: SharedTerms): string {
  const reference = terms.get('clientPaymentId') ?? '';
  return tCustomerMessages(`subject.${kind}.${findLanguage(terms.get('locale'))}`, { reference }).trim();
}

/** Returns a link that opens an email with the message. Lines end as mail programs expect. */
export const buildMailLink = (subject: string, message: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message.replaceAll('\n', '\r\n'))}`;
