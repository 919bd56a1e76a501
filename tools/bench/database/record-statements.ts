import type pg from 'pg';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { Problem } from '#lib/values/errors.ts';

/** A statement as a page sent it. */
export type RecordedStatement = { readonly text: string; readonly values: readonly unknown[] };

const asked = z.union([
  z.string().transform((text) => ({ text, values: undefined })),
  z.object({ text: z.string(), values: z.array(z.unknown()).optional() }),
]);
const bound = z.array(z.unknown()).catch([]);

/** Notes a statement and its values, in any form that the driver takes. */
type Note = (statement: unknown, values: unknown) => void;

/** Runs `work` and returns its result with all its statements, also where the database cancelled one. */
export async function recordStatements(
  work: () => Promise<unknown>,
): Promise<{ readonly sent: readonly RecordedStatement[]; readonly result: unknown }> {
  const pool = databasePool();
  const sent: RecordedStatement[] = [];
  const note: Note = (statement, values) => {
    const { text, values: own } = asked.parse(statement);
    sent.push({ text, values: own ?? bound.parse(values) });
  };
  const { query, connect } = pool;
  Object.assign(pool, {
    query: (...given: unknown[]) => {
      note(given[0], given[1]);
      return Reflect.apply(query, pool, given);
    },
    connect: async (...given: unknown[]) => {
      const client: pg.PoolClient = await Reflect.apply(connect, pool, given);
      // The pool itself connects with a callback, and its statements are recorded already.
      return given.length > 0 ? client : recordClient(client, note);
    },
  });
  let result: unknown;
  try {
    result = await work();
  } catch (error) {
    const tookTooLong = error instanceof Problem && error.code === 'unavailable';
    if (!tookTooLong && !isStatementTimeout(error)) throw error;
  } finally {
    Object.assign(pool, { query, connect });
  }
  return { sent, result };
}

/** Returns the connection with its statements noted. Its own `query` can be neither replaced nor answered by a proxy. */
const recordClient = (client: pg.PoolClient, note: Note): pg.PoolClient =>
  new Proxy<pg.PoolClient>(Object.create(client), {
    get(_, name) {
      const value: unknown = Reflect.get(client, name, client);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'query') note(given[0], given[1]);
        return Reflect.apply(value, client, given);
      };
    },
  });

/** Returns true for the error of a statement that ran into its timeout. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';
