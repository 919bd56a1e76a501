import { createMessages } from './create-messages.ts';

/** Names of the checkout’s languages. */
export const tPaymentLocales = createMessages({
  language: 'Language',
  region: 'Language and region',
  choice: '{name} ({tag})',
  languages: {
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
  },
  regions: {
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
  },
});
