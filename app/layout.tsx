import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './globals.css';
import './print.css';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import {
  localeCookie,
  parseFirstLanguage,
  parseLocale,
  parseTheme,
  parseZone,
  themeCookie,
  zoneCookie,
} from '#components/shell/locale.ts';
import { LocaleProvider } from '#components/shell/locale-provider.tsx';
import { UiProvider } from '#components/shell/ui-provider.tsx';
import { StyleNonce } from '#components/ui/style-nonce.tsx';
import { toOwnCookieName } from '#lib/access/index.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { inter } from './fonts.ts';

export const metadata: Metadata = {
  title: { default: tPageTitles('product'), template: tPageTitles('template') },
  description: tPageTitles('description'),
  robots: { index: false, follow: false },
  icons: { icon: '/mark.svg' },
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  // With an open keyboard, bars at the bottom stay above it.
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f8fafb' },
    { media: '(prefers-color-scheme: dark)', color: '#10171b' },
  ],
};

/** The root of every page: fonts, colours, and the person's theme, locale and time zone. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const theme = parseTheme(jar.get(toOwnCookieName(themeCookie))?.value);
  const locale = parseLocale(
    jar.get(toOwnCookieName(localeCookie))?.value ?? parseFirstLanguage(head.get('accept-language')),
  );
  const zone = parseZone(jar.get(toOwnCookieName(zoneCookie))?.value);
  const nonce = head.get('x-nonce');
  return (
    <html
      lang="en"
      className={inter.variable}
      data-theme={theme === 'system' ? undefined : theme}
      suppressHydrationWarning
    >
      <head>{nonce && <StyleNonce nonce={nonce} />}</head>
      <body>
        <LocaleProvider locale={locale} zone={zone} now={Math.floor(Date.now() / 1000)}>
          <UiProvider>{children}</UiProvider>
        </LocaleProvider>
      </body>
    </html>
  );
}
