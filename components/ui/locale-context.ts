'use client';

import { createContext, use } from 'react';

/** How the person reads numbers and times. `now` is the server's clock in UNIX seconds, carried on in the browser. */
export type LocaleSettings = { readonly locale: string; readonly zone: string };

export const LocaleContext = createContext<LocaleSettings>({ locale: 'en', zone: 'UTC' });
export const NowContext = createContext<number>(0);

/** The person's locale (a BCP 47 tag that `Intl` takes) and IANA time zone. */
export const useLocaleSettings = (): LocaleSettings => use(LocaleContext);

/** The present, in UNIX seconds, renewed every 30 seconds. */
export const useNow = (): number => use(NowContext);
