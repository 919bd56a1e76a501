import 'server-only';
import { fixedHeadersFor } from '#lib/values/fixed-headers.ts';

/** What every answer carries, so that a browser does no more with it than we meant. */

export type Surroundings = {
  /** A new one for every request. */
  readonly nonce: string;
  /** People reach us by https. */
  readonly isSecure: boolean;
  /** Hot reload evaluates text, adds style tags and opens a socket. */
  readonly isDevelopment: boolean;
};

/** Scripts run only with the nonce, or when a script with the nonce loads them. No page is framed, none frames. */
export function contentSecurityPolicy({ nonce, isDevelopment }: Surroundings): string {
  const ours = `'self' 'nonce-${nonce}'`;
  return [
    `default-src 'self'`,
    `script-src ${ours} 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src ${isDevelopment ? "'self' 'unsafe-inline'" : ours}`,
    // Positions of menus and widths of columns are set on elements.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    `frame-src 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
  ].join('; ');
}

export function securityHeaders(surroundings: Surroundings): Readonly<Record<string, string>> {
  return { ...answerHeaders(surroundings), 'content-security-policy': contentSecurityPolicy(surroundings) };
}

/** The headers of a response that is not a page: no cache keeps it. */
export function answerHeaders({
  isSecure,
}: Pick<Surroundings, 'isSecure'>): Readonly<Record<string, string>> {
  return { ...fixedHeadersFor(isSecure), 'cache-control': 'private, no-store' };
}
