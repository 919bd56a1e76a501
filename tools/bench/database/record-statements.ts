import { databasePool } from '#lib/database/pools.ts';

/** A statement as a page sent it. */
export type RecordedStatement = { readonly text: string; readonly values: readonly unknown[] };

/** Runs `work` and returns its result with all its statements, also where the database cancelled one. */
export async function recordStatements(
  work: () => Promise<unknown>,
): Promise<{ readonly sent: readonly RecordedStatement[]; readonly result: unknown }> {
  const pool = databasePool();
  const sent: RecordedStatement[] = [];
  const ask = pool.query.bind(pool);
  Object.assign(pool, {
    query: (text: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
      const one =
        typeof text === 'string'
          ? { text, values: values ?? [] }
          : { text: text.text, values: text.values ?? values ?? [] };
      sent.push(one);
      return typeof text === 'string' ? ask(text, values) : ask(text, values);
    },
  });
  let result: unknown;
  try {
    result = await work();
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
  } finally {
    Object.assign(pool, { query: ask });
  }
  return { sent, result };
}

/** Returns true for the error of a statement that ran into its timeout. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';
