'use client';

import { createContext, use } from 'react';

/** The person's locale and time zone, for numbers and times. */
export type LocaleSettings = { readonly locale: string; readonly zone: string };

/** The two zones in which a person may see times. */
type ZoneChoice = {
  readonly businessZone: string;
  readonly ownZone: string;
  readonly isOwn: boolean;
  readonly choose: (isOwn: boolean) => void;
};

export const LocaleContext = createContext<LocaleSettings>({ locale: 'en', zone: 'UTC' });
/** Null outside of a business. */
export const ZoneChoiceContext = createContext<ZoneChoice | null>(null);
export const NowContext = createContext<number>(0);

/** Returns the person's locale (a BCP 47 tag) and IANA time zone. */
export const useLocaleSettings = (): LocaleSettings => use(LocaleContext);

/** Returns the zones between which the person may choose, or null outside of a business. */
export const useZoneChoice = (): ZoneChoice | null => use(ZoneChoiceContext);

/** Returns the server's current time in UNIX seconds, updated every 30 seconds. */
export const useNow = (): number => use(NowContext);
