import 'server-only';

type Run<Rows> = (sql: string, values: unknown[]) => Promise<Rows>;

const name = 'all_rows';

/** Declares the cursor of a transaction. Its plan is for all rows, because PostgreSQL plans a cursor for a tenth of them. */
export async function declareCursor(run: Run<unknown>, sql: string, values: unknown[]): Promise<void> {
  await run('SET LOCAL cursor_tuple_fraction = 1', []);
  await run(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`, values);
}

/** Returns the statement that reads the next rows of the cursor. */
export const fetchSql = (size: number): string => `FETCH ${size} FROM ${name}`;

/** Runs a statement once and returns its rows in batches. The transaction may open another cursor after the last one. */
export async function openCursor(
  run: Run<readonly unknown[]>,
  { sql, values, size }: { readonly sql: string; readonly values: unknown[]; readonly size: number },
): Promise<AsyncGenerator<readonly unknown[]>> {
  await declareCursor(run, sql, values);
  return readBatches(run, size);
}

async function* readBatches(run: Run<readonly unknown[]>, size: number): AsyncGenerator<readonly unknown[]> {
  for (;;) {
    const rows = await run(fetchSql(size), []);
    if (rows.length === 0) break;
    yield rows;
  }
  await run(`CLOSE ${name}`, []);
}
