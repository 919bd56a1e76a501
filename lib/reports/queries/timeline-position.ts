import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { TimelineEntry } from '../schema/timeline.ts';

type Kind = TimelineEntry['kind'];

/** Entries of one microsecond stand in this order. */
const kinds: readonly Kind[] = ['other-payment', 'callback', 'attempt', 'answer'];

/** Where an entry stands in a timeline: when, in microseconds, then its kind, then its id. */
export type TimelinePosition = { readonly micros: string; readonly kind: Kind; readonly id: string };

export const writePosition = ({ micros, kind, id }: TimelinePosition): string =>
  Buffer.from([micros, kind, id].join('~')).toString('base64url');

/** Null: from the newest on. Throws Problem 'invalid' for what was never given out. */
export function readPosition(cursor: string | null): TimelinePosition | null {
  if (cursor === null) return null;
  const [micros = '', named = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('~');
  const kind = kinds.find((one) => one === named);
  const isId = kind === 'attempt' ? /^\d{1,18}$/.test(id) : isUuid(id);
  if (kind === undefined || !isId || !/^-?\d{1,17}$/.test(micros))
    throw new Problem('invalid', 'This address leads to no place in a timeline. Open the page again.');
  return { micros, kind, id };
}

/** Newest first. */
export function comparePositions(left: TimelinePosition, right: TimelinePosition): number {
  const [one, other] = [BigInt(left.micros), BigInt(right.micros)];
  if (one !== other) return one < other ? 1 : -1;
  if (left.kind !== right.kind) return kinds.indexOf(left.kind) - kinds.indexOf(right.kind);
  if (left.id.length !== right.id.length) return right.id.length - left.id.length;
  return left.id < right.id ? 1 : left.id > right.id ? -1 : 0;
}

/** The columns by which entries of one kind are in order; `type` is that of their id. */
export type PositionColumns = {
  readonly kind: Kind;
  readonly at: string;
  readonly id: string;
  readonly type: string;
};

export const selectPosition = ({ at, id }: PositionColumns): string =>
  `(extract(epoch FROM ${at}) * 1000000)::bigint::text AS micros, ${id}::text AS place_id`;

/** What stands behind a place. */
export function afterPosition(
  statement: Statement,
  { kind, at, id, type }: PositionColumns,
  place: TimelinePosition | null,
): string {
  if (place === null) return 'true';
  const time = `timestamptz 'epoch' + ${statement.bind(place.micros)}::bigint * interval '1 microsecond'`;
  if (kind === place.kind) return `(${at}, ${id}) < (${time}, ${statement.bind(place.id)}::${type})`;
  return `${at} ${kinds.indexOf(kind) > kinds.indexOf(place.kind) ? '<=' : '<'} ${time}`;
}
