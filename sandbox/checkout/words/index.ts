import type { Language } from '#lib/service/contract/enumerations.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { ar } from './ar.ts';
import { bg } from './bg.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { lt } from './lt.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';
import type { CheckoutTexts } from './words.ts';
import { zh } from './zh.ts';

const all: Readonly<Record<Language, CheckoutTexts>> = { ar, bg, zh, en, fr, de, ja, lt, pt, ru, es, tr };

/**
 * Returns the language of a locale (§2.2): `pt-BR`, `pt_BR` and `pt` are the same. English for all but the twelve.
 */
export function readLanguage(locale: string): Language {
  const prefix = locale.slice(0, 2).toLowerCase();
  return languages.find((language) => language === prefix) ?? 'en';
}

export const findCheckoutTexts = (language: Language): CheckoutTexts => all[language];

export const readDirection = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
