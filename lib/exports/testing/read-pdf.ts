import { inflateSync } from 'node:zlib';

/** Reads the characters of a font's glyph numbers from its ToUnicode map. */
function readMap(cmap: string): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  const text = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
  for (const [, body = ''] of cmap.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, first = '', , list = ''] of body.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*\[(.*?)\]/gis))
      for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f\s]*)>/gi)].entries())
        map.set(Number.parseInt(first, 16) + index, text(hex.replace(/\s/g, '')));
  return map;
}

/** Reads a PDF of our own writer: its text in drawing order, and the number of pages. */
export function readPdf(bytes: Uint8Array): { pages: number; text: string; raw: string } {
  const raw = Buffer.from(bytes).toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of raw.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) objects.set(id, body);
  const readStream = (id: string): string => {
    const [, dictionary = '', data = ''] = /^(.*?)stream\n(.*)\nendstream/s.exec(objects.get(id) ?? '') ?? [];
    const body = Buffer.from(data, 'latin1');
    return dictionary.includes('FlateDecode') ? inflateSync(body).toString('latin1') : data;
  };
  const fonts = new Map<string, ReadonlyMap<number, string>>();
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      if (map !== undefined) fonts.set(name, readMap(readStream(map)));
    }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body));
  const lines = pages.flatMap((page) => {
    const [, contents = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
    let font: ReadonlyMap<number, string> = new Map();
    const texts: string[] = [];
    for (const [, name, array] of readStream(contents).matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/gs)) {
      if (name !== undefined) font = fonts.get(name) ?? new Map();
      else {
        const glyphs = [...(array ?? '').matchAll(/<([0-9a-f]+)>/gi)].map(([, hex = '']) => hex).join('');
        texts.push(
          (glyphs.match(/.{4}/g) ?? []).map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? '?').join(''),
        );
      }
    }
    return texts;
  });
  return { pages: pages.length, text: lines.join('\n'), raw };
}
