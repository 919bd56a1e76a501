import 'server-only';
import PDFDocument from 'pdfkit';
import type { DocumentContent, DocumentRow } from './document.ts';
import { toDrawableText } from './drawable-text.ts';
import { loadDocumentFonts } from './fonts.ts';
import { toVisualRuns } from './reading-order.ts';

const margin = 50;
const [ink, muted, line] = ['#14181c', '#56606a', '#c9d0d6'];
/** Where the three columns of a row begin, and how wide they are; A4 is 595 points wide. */
const columns = [
  { x: margin, width: 130 },
  // An address of 42 signs stands in one line.
  { x: margin + 140, width: 250 },
  { x: margin + 400, width: 95 },
] as const;
const bottom = 842 - margin - 20;

type Style = { readonly bold?: boolean; readonly size?: number; readonly color?: string };

/** The thinnest letters of the smallest size: no more of them stand in a line, so no more are measured at once. */
const longestLine = 300;

/** Lines are broken between words where there is room, else anywhere: an id has no words. */
function breakLines(pdf: PDFKit.PDFDocument, text: string, width: number): readonly string[] {
  const fits = (part: string) => pdf.widthOfString(part, { features: [] }) <= width;
  const lines: string[] = [];
  let rest = [...text];
  while (rest.length > 0) {
    let [low, high] = [1, Math.min(rest.length, longestLine)];
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

/** Where the next line goes; a new page begins where a row finds no room. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  /** Whether everything could be drawn as it is written. */
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

  /** The lines of a text in this style. Line ends of its own are characters like others: they are written by number. */
  lines(text: string, width: number, style: Style): readonly string[] {
    const given = toDrawableText(text, loadDocumentFonts());
    this.whole &&= given.whole;
    this.style(style);
    return breakLines(this.#pdf, given.text, width);
  }

  /** Makes room for that many points. */
  room(height: number): void {
    if (this.y + height <= bottom) return;
    this.#pdf.addPage();
    this.y = margin;
  }

  /** Draws lines at a place, without moving on. */
  put(lines: readonly string[], x: number, y: number, style: Style): void {
    this.style(style);
    for (const [index, text] of lines.entries()) {
      let at = x;
      for (const run of toVisualRuns(text)) {
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
    // A value of many pages is parted, for it fits on none.
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

const hasMissingGlyph =
  'Characters that the typeface of this document lacks, and those that cannot be seen, are written by their number, as in [U+4E2D].';

/** Draws what a document says on A4 pages: its fonts embedded, every digit as text, no row parted by a page's end. */
export function drawDocument(content: DocumentContent): Promise<Uint8Array<ArrayBuffer>> {
  const faces = loadDocumentFonts();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // None of the faces that it brings along.
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
  if (!sheet.whole) sheet.paragraph(hasMissingGlyph, { size: 8, color: muted });
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    const style = { size: 7, color: muted };
    sheet.put(sheet.lines(content.foot, width - 60, style).slice(0, 1), margin, 842 - margin + 6, style);
    sheet.put([`${page + 1} / ${count}`], margin + width - 30, 842 - margin + 6, style);
  }
  return bytesOf(pdf);
}

async function bytesOf(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
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
