import 'server-only';

/** The parts of a mail without an image or a remote resource. */
type Notice = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Links to records, after the paragraphs. A text from outside can't begin another line. */
  readonly items?: readonly { readonly text: string; readonly url: string }[];
  /** Paragraphs after the items. */
  readonly afterItems?: readonly string[];
  /** The page that the mail links to, or the placeholder of a secret link. */
  readonly url: string;
  /** A paragraph after the link. */
  readonly closing?: string;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Returns one line without control and formatting characters, so that a mail program can't act on any. */
const toSingleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);

/** Composes a mail as text and as HTML. */
export function composeNotice({ subject, paragraphs, items = [], afterItems = [], url, closing }: Notice): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...items.map(
      (item) => `<p><a href="${escapeHtml(item.url)}">${escapeHtml(toSingleLine(item.text))}</a></p>`,
    ),
    ...afterItems.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
    ...(closing === undefined ? [] : [`<p>${escapeHtml(closing)}</p>`]),
    '</body></html>',
  ].join('\n');
  return {
    subject,
    text: [
      ...paragraphs,
      ...items.map((item) => `${toSingleLine(item.text)}\n${item.url}`),
      ...afterItems,
      url,
      ...(closing === undefined ? [] : [closing]),
      '',
    ].join('\n\n'),
    html,
  };
}
