import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import * as fontkit from 'fontkit';

/**
 * The faces of documents: DejaVu, which has Latin, Greek, Cyrillic, Arabic and more, and is embedded, so that a document
 * looks the same everywhere. next.config.mjs names these files, for a bundle has to bring them along.
 */
const folder = path.join(process.cwd(), 'node_modules', 'dejavu-fonts-ttf', 'ttf');
const read = (name: string): Buffer => fs.readFileSync(path.join(folder, name));

export type FontFaces = {
  readonly plain: Buffer;
  readonly bold: Buffer;
  /** Whether both faces can draw a character. */
  readonly has: (codePoint: number) => boolean;
};

let faces: FontFaces | null = null;

export function loadDocumentFonts(): FontFaces {
  if (faces !== null) return faces;
  const [plain, bold] = [read('DejaVuSans.ttf'), read('DejaVuSans-Bold.ttf')];
  const sets = [plain, bold].map((file) => {
    const font = fontkit.create(file);
    if (!('characterSet' in font)) throw new TypeError('a font file that holds several fonts');
    return new Set(font.characterSet);
  });
  faces = { plain, bold, has: (codePoint) => sets.every((set) => set.has(codePoint)) };
  return faces;
}
