import 'server-only';
import PDFDocument from 'pdfkit';
import { tPaymentDocument } from '#lib/messages/exports.ts';
import type { DocumentContent, DocumentRow } from './document.ts';
import type { DocumentFonts } from './fonts.ts';
import { loadFonts } from './fonts.ts';
import { splitRuns } from './reading-order.ts';

/** Characters that are invisible or change the direction of others. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Writes a character by its number, so that it can't be mistaken for another one. */
const toNumber = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * Returns text that the fonts can draw. Missing or invisible characters are written by number instead of as an empty
 * box. `whole` is true if none was.
 */
function toDrawable(text: string, { has }: Pick<DocumentFonts, 'has'>): { text: string; whole: boolean } {
  const parts = [...text].map((character) =>
    has(character.codePointAt(0) ?? 0) && !invisible.test(character) ? character : toNumber(character),
  );
  const drawn = parts.join('');
  return { text: drawn, whole: drawn === text };
}

const margin = 50;
const [ink, muted, line] = ['#14181c', '#56606a', '#c9d0d6'];
/** Start and width of the three columns of a row. A4 is 595 points wide. */
const columns = [
  { x: margin, width: 130 },
  // An address of 42 characters fits in one line.
  { x: margin + 140, width: 250 },
  { x: margin + 400, width: 95 },
] as const;
const bottom = 842 - margin - 20;

type Style = { readonly bold?: boolean; readonly size?: number; readonly color?: string };

/**
 * The number of the narrowest characters in the smallest size that fit in a line. Longer text isn't measured at once.
 */
const maxLineLength = 300;

/** Breaks text between words if possible, else anywhere: ids have no words. */
function breakLines(pdf: PDFKit.PDFDocument, text: string, width: number): readonly string[] {
  const fits = (part: string) => pdf.widthOfString(part, { features: [] }) <= width;
  const lines: string[] = [];
  let rest = [...text];
  while (rest.length > 0) {
    let [low, high] = [1, Math.min(rest.length, maxLineLength)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(rest.slice(0, middle).join(''))) low = middle;
      else high = middle - 1;
    }
    const space = low < rest.length ? rest.slice(0, low + 1).lastIndexOf(' ') : -1;
    const end = space > 0 ? space : low;
    lines.push(rest.slice(0, end).join(''));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return lines;
}

/** Tracks the position of the next line and starts a new page if a row doesn't fit. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  /** False once a character was replaced by its number. */
  whole = true;
  y = margin;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
  }

  style({ bold = false, size = 9, color = ink }: Style): void {
    this.#pdf
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(color);
  }

  /** Returns the lines of a text in this style. Its own line ends are written by number. */
  lines(text: string, width: number, style: Style): readonly string[] {
    const writable = toDrawable(text, loadFonts());
    this.whole &&= writable.whole;
    this.style(style);
    return breakLines(this.#pdf, writable.text, width);
  }

  /** Starts a new page if fewer points are left. */
  room(height: number): void {
    if (this.y + height <= bottom) return;
    this.#pdf.addPage();
    this.y = margin;
  }

  /** Draws lines at a position without moving on. */
  put(lines: readonly string[], x: number, y: number, style: Style): void {
    this.style(style);
    for (const [index, text] of lines.entries()) {
      let at = x;
      for (const run of splitRuns(text)) {
        this.#pdf.text(run.text, at, y + index * leading(style), { lineBreak: false, features: [] });
        at += this.#pdf.widthOfString(run.text, { features: [] });
      }
    }
  }

  paragraph(text: string, style: Style): void {
    const lines = this.lines(text, width, style);
    for (const one of lines) {
      this.room(leading(style));
      this.put([one], margin, this.y, style);
      this.y += leading(style);
    }
  }

  rule(): void {
    this.#pdf
      .moveTo(margin, this.y)
      .lineTo(margin + width, this.y)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke();
  }

  row({ label, value, source }: DocumentRow): void {
    const styles = [{ color: muted }, {}, { size: 7, color: muted }] as const;
    const cells = [label, value, source].map((text, at) =>
      this.lines(text, columns[at]?.width ?? width, styles[at] ?? {}),
    );
    const height = Math.max(...cells.map((lines, at) => lines.length * leading(styles[at] ?? {}))) + 6;
    // A value longer than a page is split, because it fits on none.
    if (height < bottom - margin) this.room(height);
    if (height < bottom - margin) {
      this.rule();
      for (const [at, lines] of cells.entries())
        this.put(lines, columns[at]?.x ?? margin, this.y + 3, styles[at] ?? {});
      this.y += height;
      return;
    }
    this.paragraph(`${label}:`, { color: muted });
    this.paragraph(value, {});
    this.paragraph(source, { size: 7, color: muted });
  }
}

const width = 595 - 2 * margin;
const leading = ({ size = 9 }: Style): number => size * 1.4;

/**
 * Draws the content on A4 pages with embedded fonts. Digits are text, and no row breaks across pages unless it is
 * longer than one.
 */
export function drawDocument(content: DocumentContent): Promise<Uint8Array<ArrayBuffer>> {
  const faces = loadFonts();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // Loads none of the library's own fonts.
    font: '',
    info: { Title: content.title, CreationDate: new Date(content.at) },
  });
  pdf.registerFont('plain', faces.plain).registerFont('bold', faces.bold);
  const sheet = new Sheet(pdf);
  sheet.paragraph(content.title, { bold: true, size: 15 });
  sheet.y += 4;
  for (const text of content.lead) sheet.paragraph(text, { color: muted });
  for (const { title, rows } of content.parts) {
    sheet.y += 16;
    sheet.room(60);
    sheet.paragraph(title, { bold: true, size: 11 });
    sheet.y += 3;
    for (const row of rows) sheet.row(row);
  }
  sheet.y += 16;
  for (const text of content.notes) sheet.paragraph(text, { size: 8, color: muted });
  if (!sheet.whole) sheet.paragraph(tPaymentDocument('missingCharacters'), { size: 8, color: muted });
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    const style = { size: 7, color: muted };
    sheet.put(sheet.lines(content.foot, width - 60, style).slice(0, 1), margin, 842 - margin + 6, style);
    sheet.put([`${page + 1} / ${count}`], margin + width - 30, 842 - margin + 6, style);
  }
  return readBytes(pdf);
}

async function readBytes(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}
