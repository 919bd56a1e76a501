/** Returns the URL of another database on the same server with the same account. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Template that each worker's database is copied from. */
export const templateName = 'countinghouse_template';
