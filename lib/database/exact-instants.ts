import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery, SqlQueryable } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/**
 * Prisma's adapter sends instants without their offset and replaces the offset of those it reads. In a session of another
 * time zone both would be wrong by hours. Here each instant is sent as ISO text with Z and read with its offset.
 */

const isoInstant = (value: unknown): unknown =>
  typeof value === 'string' || value instanceof Date ? new Date(value).toISOString() : value;

/** Replaces the instants among the arguments by ISO text, which the adapter sends unchanged. */
function withExactInstants(query: SqlQuery): SqlQuery {
  const isInstant = query.argTypes.map(
    ({ scalarType, dbType }) => scalarType === 'datetime' && !/^(DATE|TIME|TIMETZ)$/.test(dbType ?? ''),
  );
  if (!isInstant.includes(true)) return query;
  return {
    ...query,
    args: query.args.map((arg, at) => {
      if (!isInstant[at]) return arg;
      return Array.isArray(arg) ? arg.map(isoInstant) : isoInstant(arg);
    }),
    argTypes: query.argTypes.map((type, at) => (isInstant[at] ? { ...type, scalarType: 'string' } : type)),
  };
}

function sendExactInstants<Target extends SqlQueryable>(target: Target): Target {
  const queryRaw = target.queryRaw.bind(target);
  const executeRaw = target.executeRaw.bind(target);
  target.queryRaw = (query) => queryRaw(withExactInstants(query));
  target.executeRaw = (query) => executeRaw(withExactInstants(query));
  return target;
}

/** Prisma's adapter with exact instants. Its pool is a `DatabasePool`, which reads them with `readExactInstants`. */
export class ExactInstantAdapter extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = sendExactInstants(await super.connect());
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => sendExactInstants(await startTransaction(level));
    return adapter;
  }
}

const { TIMESTAMPTZ } = pg.types.builtins;
const timestamptzArray = 1185;

/** `2026-07-01 14:00:00.25+02` as `2026-07-01T14:00:00.25+02:00`. */
const toIsoText = (text: string): string => text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
const toIsoTexts = (text: string): readonly unknown[] =>
  text
    .slice(1, -1)
    .split(',')
    .filter((part) => part !== '')
    .map((part) => (part === 'NULL' ? null : toIsoText(part.replaceAll('"', ''))));

/** Returns a query of Prisma's adapter with parsers that keep the offset of instants, and any other query unchanged. */
export function readExactInstants(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('types' in query && 'name' in query)) return query;
  const { types } = query;
  if (typeof types !== 'object' || types === null || !('getTypeParser' in types)) return query;
  const { getTypeParser } = types;
  if (typeof getTypeParser !== 'function') return query;
  return {
    ...query,
    types: {
      getTypeParser: (type: number, format: string): unknown => {
        if (type === TIMESTAMPTZ) return toIsoText;
        return type === timestamptzArray ? toIsoTexts : Reflect.apply(getTypeParser, types, [type, format]);
      },
    },
  };
}
