import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import { tReports } from '#lib/messages/overview.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { TimelineEntry } from '../schema/timeline.ts';

type Kind = TimelineEntry['kind'];

/** The order of entries with the same microsecond. */
const kinds: readonly Kind[] = ['other-payment', 'callback', 'attempt', 'answer', 'exception-work'];

/** The position of an entry: its time in microseconds, its kind and its id. */
export type TimelinePosition = { readonly micros: string; readonly kind: Kind; readonly id: string };

export const formatTimelineCursor = ({ micros, kind, id }: TimelinePosition): string =>
  Buffer.from([micros, kind, id].join('~')).toString('base64url');

/** Parses a cursor. Null starts with the newest entry. Throws Problem 'invalid' for an invalid cursor. */
export function parseTimelineCursor(cursor: string | null): TimelinePosition | null {
  if (cursor === null) return null;
  const [micros = '', named = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('~');
  const kind = kinds.find((one) => one === named);
  const isId = kind === 'attempt' || kind === 'exception-work' ? /^\d{1,18}$/.test(id) : isUuid(id);
  if (kind === undefined || !isId || !/^-?\d{1,17}$/.test(micros))
    throw new Problem('invalid', tReports('invalidCursor'));
  return { micros, kind, id };
}

/** Compares two positions, newest first. */
export function comparePositions(left: TimelinePosition, right: TimelinePosition): number {
  const [one, other] = [BigInt(left.micros), BigInt(right.micros)];
  if (one !== other) return one < other ? 1 : -1;
  if (left.kind !== right.kind) return kinds.indexOf(left.kind) - kinds.indexOf(right.kind);
  if (left.id.length !== right.id.length) return right.id.length - left.id.length;
  return left.id < right.id ? 1 : left.id > right.id ? -1 : 0;
}

/** The columns that order entries of one kind. `type` is the type of the id. */
export type OrderColumns = {
  readonly kind: Kind;
  readonly at: string;
  readonly id: string;
  readonly type: string;
};

export const positionColumns = ({ at, id }: OrderColumns): string =>
  `(extract(epoch FROM ${at}) * 1000000)::bigint::text AS micros, ${id}::text AS place_id`;

/** Returns SQL for the entries after a position. */
export function afterPosition(
  statement: Statement,
  { kind, at, id, type }: OrderColumns,
  place: TimelinePosition | null,
): string {
  if (place === null) return 'true';
  const time = `timestamptz 'epoch' + ${statement.bind(place.micros)}::bigint * interval '1 microsecond'`;
  if (kind === place.kind) return `(${at}, ${id}) < (${time}, ${statement.bind(place.id)}::${type})`;
  return `${at} ${kinds.indexOf(kind) > kinds.indexOf(place.kind) ? '<=' : '<'} ${time}`;
}
