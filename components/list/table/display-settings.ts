import type { Density } from '#components/ui/data-table.tsx';
import type { ListColumn } from './list-column.ts';

/** How a person has the rows of a list shown: kept in a cookie, so that the first picture is already right. */
export type DisplaySettings = {
  /** The columns in their order, comma-separated; null for those that are shown from the start. */
  readonly columns: string | null;
  readonly density: Density;
};

export const densities: readonly Density[] = ['compact', 'normal', 'cozy'];

export const displaySettingsCookie = (list: string): string => `ch-list-${list}`;

export const readDensity = (text: string | null | undefined): Density | null =>
  densities.find((density) => density === text) ?? null;

/** How a list looks from the start. */
const usual: DisplaySettings = { columns: null, density: 'normal' };

const columnNames = /^[A-Za-z]{1,60}(?:,[A-Za-z]{1,60}){0,60}$/;

/** `compact:status,expected`. Anything else is how a list looks from the start. */
export function readDisplaySettings(cookie: string | undefined): DisplaySettings {
  const [density, columns = ''] = (cookie ?? '').split(':');
  return {
    density: readDensity(density) ?? usual.density,
    columns: columnNames.test(columns) ? columns : null,
  };
}

/**
 * How the rows are shown: as the address says it, else as this person has them. A view looks the same to everybody: what
 * it does not say is as from the start.
 */
export function lookIn(
  { columns = null, density = null }: Readonly<Record<string, string | null>>,
  own: DisplaySettings,
  isView: boolean,
): DisplaySettings {
  const otherwise = isView ? usual : own;
  return {
    columns: columns !== null && columnNames.test(columns) ? columns : otherwise.columns,
    density: readDensity(density) ?? otherwise.density,
  };
}

export const writeLook = ({ density, columns }: DisplaySettings): string => `${density}:${columns ?? ''}`;

type Named = Pick<ListColumn<never>, 'id' | 'extra'>;

/**
 * The columns that are asked for, in that order, else those that are shown from the start. The first column, which
 * identifies the row, is always there and always first.
 */
export function shownColumns<Column extends Named>(
  columns: readonly Column[],
  asked: string | null,
): readonly Column[] {
  const names = asked?.split(',') ?? [];
  const [first, ...rest] = columns;
  const found = [...new Set(names)].flatMap((name) => rest.find(({ id }) => id === name) ?? []);
  const shown = found.length > 0 ? found : rest.filter(({ extra }) => !extra);
  return first === undefined ? shown : [first, ...shown];
}
