import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import * as fontkit from 'fontkit';

/**
 * The embedded fonts of documents: DejaVu, with Latin, Greek, Cyrillic, Arabic and more. next.config.mjs lists these
 * files, because bundling would leave them out.
 */
const folder = path.join(process.cwd(), 'node_modules', 'dejavu-fonts-ttf', 'ttf');
const readFont = (name: string): Buffer => fs.readFileSync(path.join(folder, name));

export type DocumentFonts = {
  readonly plain: Buffer;
  readonly bold: Buffer;
  /** Returns true if both fonts can draw a character. */
  readonly has: (codePoint: number) => boolean;
};

let faces: DocumentFonts | null = null;

export function loadFonts(): DocumentFonts {
  if (faces !== null) return faces;
  const [plain, bold] = [readFont('DejaVuSans.ttf'), readFont('DejaVuSans-Bold.ttf')];
  const sets = [plain, bold].map((file) => {
    const font = fontkit.create(file);
    if (!('characterSet' in font)) throw new TypeError('the font file holds several fonts');
    return new Set(font.characterSet);
  });
  faces = { plain, bold, has: (codePoint) => sets.every((set) => set.has(codePoint)) };
  return faces;
}
