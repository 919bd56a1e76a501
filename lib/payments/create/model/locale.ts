import { tPaymentLocales } from '#lib/messages/new-payment.ts';
import { languages } from '#lib/service/contract/enumerations.ts';

/** Common regions of the checkout's languages (§2.2). A person can type any other valid tag. */
const regions = [
  'en-GB',
  'en-US',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'es-MX',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'pt-BR',
  'pt-PT',
  'zh-CN',
  'zh-TW',
] as const;

const toChoice = (tag: string, name: string) => ({
  value: tag,
  label: tPaymentLocales('choice', { name, tag }),
});

/** The listed languages and regions of the checkout, by group. */
export type LocaleChoices = readonly {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}[];

export const localeChoices: LocaleChoices = [
  {
    label: tPaymentLocales('language'),
    choices: languages
      .map((code) => [code, tPaymentLocales(`languages.${code}`)] as const)
      .sort(([, left], [, right]) => left.localeCompare(right, 'en'))
      .map(([code, name]) => toChoice(code, name)),
  },
  {
    label: tPaymentLocales('region'),
    choices: regions.map((tag) => toChoice(tag, tPaymentLocales(`regions.${tag}`))),
  },
];

/** Returns the name of a listed language tag, or the tag itself. */
export const nameLocale = (tag: string): string =>
  localeChoices.flatMap(({ choices }) => choices).find(({ value }) => value === tag)?.label ?? tag;
