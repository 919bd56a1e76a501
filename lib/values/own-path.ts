const anywhere = 'http://own.invalid';

/**
 * A path of this application, from an address that somebody else may have written: `/b/payments?status=NEW`. Answers
 * `/` for what would lead elsewhere, such as `//evil.example`, `/\evil.example` or `https://evil.example`.
 */
export function ownPath(text: string | null | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, anywhere)) return '/';
  const url = new URL(text, anywhere);
  return url.origin === anywhere && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/';
}
