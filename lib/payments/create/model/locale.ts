import type { Language } from '#lib/service/contract/enumerations.ts';
import { languages } from '#lib/service/contract/enumerations.ts';

/** §2.2: languages of the checkout, by name, and regions that are often wanted. Any tag that §2.2 allows may be typed. */
const names: Readonly<Record<Language, string>> = {
  ar: 'Arabic',
  bg: 'Bulgarian',
  zh: 'Chinese',
  en: 'English',
  fr: 'French',
  de: 'German',
  ja: 'Japanese',
  lt: 'Lithuanian',
  pt: 'Portuguese',
  ru: 'Russian',
  es: 'Spanish',
  tr: 'Turkish',
};

const regions: Readonly<Record<string, string>> = {
  'en-GB': 'English, United Kingdom',
  'en-US': 'English, United States',
  'de-AT': 'German, Austria',
  'de-CH': 'German, Switzerland',
  'de-DE': 'German, Germany',
  'es-ES': 'Spanish, Spain',
  'es-MX': 'Spanish, Mexico',
  'fr-CA': 'French, Canada',
  'fr-CH': 'French, Switzerland',
  'fr-FR': 'French, France',
  'pt-BR': 'Portuguese, Brazil',
  'pt-PT': 'Portuguese, Portugal',
  'zh-CN': 'Chinese, China',
  'zh-TW': 'Chinese, Taiwan',
};

const choice = ([value, name]: readonly [string, string]) => ({ value, label: `${name} (${value})` });

export const localeChoices = [
  {
    label: 'Language',
    choices: languages
      .map((code) => [code, names[code]] as const)
      .sort(([, left], [, right]) => left.localeCompare(right, 'en'))
      .map(choice),
  },
  { label: 'Language and region', choices: Object.entries(regions).map(choice) },
] as const;

/** Whether the list has the tag, or it was typed. */
export const isListedLocale = (tag: string): boolean =>
  localeChoices.some(({ choices }) => choices.some(({ value }) => value === tag));
