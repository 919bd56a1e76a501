import { databasePool } from '#lib/platform/db.ts';

/** A statement as a page sent it. */
export type Sent = { readonly text: string; readonly values: readonly unknown[] };

/** Runs `work` and answers what it asked the database for, beside its own answer. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ sent: Sent[]; answer: T }> {
  const pool = databasePool();
  const sent: Sent[] = [];
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
  try {
    return { answer: await work(), sent };
  } finally {
    Object.assign(pool, { query: ask });
  }
}
