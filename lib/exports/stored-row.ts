import 'server-only';
import type { TextRow } from '#lib/lists/read-page.ts';
import { readProvenance } from '#lib/observations/model/provenance-columns.ts';
import type { Source } from '#lib/values/provenance.ts';

/** At which place of a row each field stands, `provenance` among them. */
export type ColumnPositions = ReadonlyMap<string, number>;

/** Which observation gave each field. */
type Sources = ReadonlyMap<string, Source>;

const noSources: Sources = new Map();

/** A text without all that stands from `begin` to `end`. */
function without(text: string, begin: string, end: string): string {
  let [kept, from] = ['', 0];
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, from)) {
    const ended = text.indexOf(end, at + begin.length);
    if (ended === -1) break;
    kept += text.slice(from, at);
    from = ended + end.length;
  }
  return kept + text.slice(from);
}

/** When and by which observation differs from row to row, and says nothing of the fields. */
const shapeOf = (provenance: string): string =>
  without(without(provenance, '"at": ', ', '), ', "observation": "', '"');

/** Far more than there are combinations of fields that came together. */
const mostShapes = 5_000;
const shapes = new Map<string, Sources>();

/**
 * By field, of a column as it is stored. Rows mostly come by their values in the same few ways, so what was worked out
 * for one serves the others.
 */
function sourcesOf(provenance: string | null): Sources {
  if (provenance === null || provenance === '[]') return noSources;
  const shape = shapeOf(provenance);
  const known = shapes.get(shape);
  if (known) return known;
  const found = new Map<string, Source>();
  for (const { source, fields } of readProvenance(JSON.parse(provenance)))
    for (const name of fields) if (!found.has(name)) found.set(name, source);
  if (shapes.size >= mostShapes) shapes.clear();
  shapes.set(shape, found);
  return found;
}

/** A row on its way from the database into a file: text all along, so that no digit can change. */
export class StoredRow {
  readonly #values: TextRow;
  readonly #layout: ColumnPositions;
  #sources: Sources | null = null;

  constructor(values: TextRow, layout: ColumnPositions) {
    this.#values = values;
    this.#layout = layout;
  }

  /** Null where nobody told it. */
  text(field: string): string | null {
    const at = this.#layout.get(field);
    return at === undefined ? null : (this.#values[at] ?? null);
  }

  /** Where a field's value comes from; null where it was never told. */
  source(field: string): Source | null {
    this.#sources ??= sourcesOf(this.text('provenance'));
    return this.#sources.get(field) ?? null;
  }
}

/** A row with its risk detail, which is read apart and only for those who may see it. */
export class RowWithRisk<Risk> extends StoredRow {
  readonly risk: Risk | null;

  constructor(values: TextRow, layout: ColumnPositions, risk: Risk | null) {
    super(values, layout);
    this.risk = risk;
  }
}
