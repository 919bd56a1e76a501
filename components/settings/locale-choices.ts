import { tSettings } from '#lib/messages/settings.ts';

/** Languages with the regions whose number and time formats differ. */
const tags = [
  'en-GB',
  'en-US',
  'en-IE',
  'en-IN',
  'en-AU',
  'en-CA',
  'bg-BG',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'es-ES',
  'es-MX',
  'et-EE',
  'fi-FI',
  'fr-CH',
  'fr-FR',
  'hr-HR',
  'hu-HU',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'lt-LT',
  'lv-LV',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sk-SK',
  'sl-SI',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'zh-CN',
] as const;

/** The choices of the language, with a stored tag that the list doesn't have. An empty value is the browser's. */
export function listLocaleChoices(stored: string | null) {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const knownTags: readonly string[] = tags;
  const all = stored === null || knownTags.includes(stored) ? knownTags : [stored, ...knownTags];
  return [
    { value: '', label: tSettings('profile.browserLocale') },
    ...all.map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
  ];
}
