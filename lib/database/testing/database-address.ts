/** The same server and account, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** What every worker's database is a copy of. */
export const templateName = 'countinghouse_template';
