import type { Density } from '#components/ui/data-table.tsx';
import type { ListColumn } from './list-column.ts';

/** A person's display settings of a list, stored in a cookie so that the first render already uses them. */
export type DisplaySettings = {
  /** The columns in order, comma-separated, or null for the default columns. */
  readonly columns: string | null;
  readonly density: Density;
};

export const densities: readonly Density[] = ['compact', 'normal', 'cozy'];

export const displaySettingsCookie = (list: string): string => `ch-list-${list}`;

export const readDensity = (text: string | null | undefined): Density | null =>
  densities.find((density) => density === text) ?? null;

/** The default display settings. */
const defaultSettings: DisplaySettings = { columns: null, density: 'normal' };

const columnNames = /^[A-Za-z]{1,60}(?:,[A-Za-z]{1,60}){0,60}$/;

/** Parses `compact:status,expected`. Any other text gives the default settings. */
export function readDisplaySettings(cookie: string | undefined): DisplaySettings {
  const [density, columns = ''] = (cookie ?? '').split(':');
  return {
    density: readDensity(density) ?? defaultSettings.density,
    columns: columnNames.test(columns) ? columns : null,
  };
}

/**
 * Returns the display settings: those of the address, or else the person's own. A saved view looks the same for
 * every person, so it falls back to the defaults instead.
 */
export function resolveDisplaySettings(
  { columns = null, density = null }: Readonly<Record<string, string | null>>,
  own: DisplaySettings,
  isView: boolean,
): DisplaySettings {
  const otherwise = isView ? defaultSettings : own;
  return {
    columns: columns !== null && columnNames.test(columns) ? columns : otherwise.columns,
    density: readDensity(density) ?? otherwise.density,
  };
}

export const formatDisplaySettings = ({ density, columns }: DisplaySettings): string =>
  `${density}:${columns ?? ''}`;

type Named = Pick<ListColumn<never>, 'id' | 'hiddenByDefault'>;

/**
 * Returns the requested columns in their order, or else the default columns. The first column identifies the row
 * and always comes first.
 */
export function listShownColumns<Column extends Named>(
  columns: readonly Column[],
  requestedColumns: string | null,
): readonly Column[] {
  const names = requestedColumns?.split(',') ?? [];
  const [first, ...rest] = columns;
  const found = [...new Set(names)].flatMap((name) => rest.find(({ id }) => id === name) ?? []);
  const shown = found.length > 0 ? found : rest.filter(({ hiddenByDefault }) => !hiddenByDefault);
  return first === undefined ? shown : [first, ...shown];
}
