import 'server-only';
import type { TextRow } from '#lib/lists/read-all.ts';
import { readProvenance } from '#lib/observations/model/provenance-columns.ts';
import type { Source } from '#lib/values/provenance.ts';

/** The index of each field in a row, including `provenance`. */
export type RowLayout = ReadonlyMap<string, number>;

/** The source of each field. */
type Sources = ReadonlyMap<string, Source>;

const noSources: Sources = new Map();

/** Removes each part of a text from `begin` to `end`. */
function removeParts(text: string, begin: string, end: string): string {
  let [result, from] = ['', 0];
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, from)) {
    const endIndex = text.indexOf(end, at + begin.length);
    if (endIndex === -1) break;
    result += text.slice(from, at);
    from = endIndex + end.length;
  }
  return result + text.slice(from);
}

/** Removes time and observation, which differ from row to row and don't affect the sources. */
const toShape = (provenance: string): string =>
  removeParts(removeParts(provenance, '"at": ', ', '), ', "observation": "', '"');

/** Far more than the number of combinations that occur. */
const maxShapes = 5_000;
const shapes = new Map<string, Sources>();

/**
 * Parses the source of each field from a stored column. Most rows share a few combinations, so parsed ones are
 * cached.
 */
function parseSources(provenance: string | null): Sources {
  if (provenance === null || provenance === '[]') return noSources;
  const shape = toShape(provenance);
  const cached = shapes.get(shape);
  if (cached) return cached;
  const sources = new Map<string, Source>();
  for (const { source, fields } of readProvenance(JSON.parse(provenance)))
    for (const name of fields) if (!sources.has(name)) sources.set(name, source);
  if (shapes.size >= maxShapes) shapes.clear();
  shapes.set(shape, sources);
  return sources;
}

/** A row between database and file. Values stay text, so that no digit changes. */
export class StoredRow {
  readonly #values: TextRow;
  readonly #layout: RowLayout;
  #sources: Sources | null = null;

  constructor(values: TextRow, layout: RowLayout) {
    this.#values = values;
    this.#layout = layout;
  }

  /** Returns the text of a field, or null if it is not reported. */
  text(field: string): string | null {
    const at = this.#layout.get(field);
    return at === undefined ? null : (this.#values[at] ?? null);
  }

  /** Returns the source of a field, or null if it was never reported. */
  source(field: string): Source | null {
    this.#sources ??= parseSources(this.text('provenance'));
    return this.#sources.get(field) ?? null;
  }
}

/** A row with its risk detail, which is read separately and only for roles that may read it. */
export class RowWithRisk<Risk> extends StoredRow {
  readonly risk: Risk | null;

  constructor(values: TextRow, layout: RowLayout, risk: Risk | null) {
    super(values, layout);
    this.risk = risk;
  }
}
