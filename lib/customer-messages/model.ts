import { tCustomerMessages } from '#lib/messages/customer-messages.ts';
import type { Language } from '#lib/service/contract/enumerations.ts';
import { languages } from '#lib/service/contract/enumerations.ts';

export const messageKinds = ['request', 'reminder'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Placeholders of a text, and the characters that stand for them. */
const placeholderNames = ['price', 'reference', 'link', 'validity'] as const;
type MessageValues = {
  readonly price: string;
  readonly reference: string;
  readonly link: string;
  /** Null: the link never expires. */
  readonly validity: string | null;
};
const placeholders = {
  price: '{price}',
  reference: '{reference}',
  link: '{link}',
  validity: '{validity}',
} as const;
export const messagePlaceholders: readonly string[] = Object.values(placeholders);
export const linkPlaceholder = placeholders.link;
export const validityPlaceholder = placeholders.validity;

/** Most characters of a text. */
export const maximumMessageLength = 2_000;

/** Returns the language of a locale such as `de-AT` or `pt_BR`. English where the checkout has no such language. */
export function findLanguage(locale: string | null | undefined): Language {
  const start = (locale ?? '').split(/[-_]/)[0]?.toLowerCase();
  return languages.find((language) => language === start) ?? 'en';
}

/** Returns the product's own text, with its placeholders. */
export const standardText = (kind: MessageKind, language: Language): string =>
  tCustomerMessages(`${kind}.${language}`, placeholders);

/** Returns the placeholders of a text that don't exist. */
export const findUnknownPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{[^{}\n]*\}/g)]
    .map(([found]) => found)
    .filter((found) => !messagePlaceholders.includes(found));

/** Fills the placeholders of a text. Leaves out the lines with the validity of a link that never expires. */
export function fillCustomerMessage(text: string, values: MessageValues): string {
  const lines =
    values.validity === null
      ? text.split('\n').filter((line) => !line.includes(placeholders.validity))
      : text.split('\n');
  return lines.join('\n').replaceAll(/\{([a-z]+)\}/g, (whole, found: string) => {
    const name = placeholderNames.find((one) => one === found);
    return name === undefined ? whole : (values[name] ?? '');
  });
}

/**
 * Returns a message that asks a customer for information about a payment. Without a link, it reads like any other message
 * about the payment.
 */
export const composeInformationRequest = (
  language: Language,
  values: { readonly reference: string; readonly question: string },
): string => tCustomerMessages(`information.${language}`, values);
