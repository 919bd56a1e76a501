import 'server-only';
import { buildFixedHeaders, privateCacheControl } from './model-fixed-headers.ts';

/** Headers of every response that limit what a browser may do with it. */

export type HeaderOptions = {
  /** A new one for every request. */
  readonly nonce: string;
  /** True when people use https. */
  readonly isSecure: boolean;
  /** Hot reload evaluates text, adds style tags and opens a socket. */
  readonly isDevelopment: boolean;
};

/**
 * Scripts run only with the nonce, or when a script with the nonce loads them. No page can be framed or frame
 * another.
 */
export function buildContentSecurityPolicy({ nonce, isDevelopment }: HeaderOptions): string {
  const ours = `'self' 'nonce-${nonce}'`;
  return [
    `default-src 'self'`,
    `script-src ${ours} 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src ${isDevelopment ? "'self' 'unsafe-inline'" : ours}`,
    // Positions of menus and widths of columns are element styles.
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

export function buildSecurityHeaders(surroundings: HeaderOptions): Readonly<Record<string, string>> {
  return {
    ...buildAnswerHeaders(surroundings),
    'content-security-policy': buildContentSecurityPolicy(surroundings),
  };
}

/** Headers of a response that is not a page: it is never cached. */
export function buildAnswerHeaders({
  isSecure,
}: Pick<HeaderOptions, 'isSecure'>): Readonly<Record<string, string>> {
  return { ...buildFixedHeaders(isSecure), 'cache-control': privateCacheControl };
}
