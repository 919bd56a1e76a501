import 'server-only';

/** The parts of a mail without an image or a remote resource. */
type Notice = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The page that the mail links to, or the placeholder of a secret link. */
  readonly url: string;
  /** A paragraph after the link. */
  readonly closing?: string;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Composes a mail as text and as HTML. */
export function composeNotice({ subject, paragraphs, url, closing }: Notice): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
    ...(closing === undefined ? [] : [`<p>${escapeHtml(closing)}</p>`]),
    '</body></html>',
  ].join('\n');
  return {
    subject,
    text: [...paragraphs, url, ...(closing === undefined ? [] : [closing]), ''].join('\n\n'),
    html,
  };
}
