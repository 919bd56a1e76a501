const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);

/** Escaped markup, made by `html`, or by `raw` for our own markup. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | null | undefined | false | readonly Part[];

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return part.map(written).join('');
}

/** A template that escapes its values, for text and quoted attributes alike. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let markup = texts[0] ?? '';
  parts.forEach((part, index) => {
    markup += written(part) + (texts[index + 1] ?? '');
  });
  return new Html(markup);
}

/** Marks up our own markup, such as an SVG. Never use it for text from outside. */
export const raw = (markup: string): Html => new Html(markup);
