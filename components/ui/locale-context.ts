'use client';

import { createContext, use } from 'react';

/** The person's locale and time zone, for numbers and times. */
export type LocaleSettings = { readonly locale: string; readonly zone: string };

export const LocaleContext = createContext<LocaleSettings>({ locale: 'en', zone: 'UTC' });
export const NowContext = createContext<number>(0);

/** Returns the person's locale (a BCP 47 tag) and IANA time zone. */
export const useLocaleSettings = (): LocaleSettings => use(LocaleContext);

/** Returns the server's current time in UNIX seconds, updated every 30 seconds. */
export const useNow = (): number => use(NowContext);
