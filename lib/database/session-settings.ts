import 'server-only';

/**
 * Settings of a database session. A statement sets them on each new connection, because PgBouncer refuses the
 * start-up parameter `options`. PgBouncer tracks TimeZone and DateStyle for each client in transaction mode.
 */

/** The part of pg's clients and pools that is needed here. */
export type Queryable = {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
};

/** Days and times in SQL without a zone of their own are those of the session. */
const utcNames = [
  'UTC',
  'Etc/UTC',
  'UCT',
  'Etc/UCT',
  'Universal',
  'Etc/Universal',
  'Zulu',
  'Etc/Zulu',
  'GMT',
  'Etc/GMT',
];

export const isUtc = (zone: string): boolean => utcNames.includes(zone);

const inUtc = `set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, MDY', false)`;

/** Sets a new connection to UTC. */
export async function setUtc(client: Queryable): Promise<void> {
  await client.query(`SELECT ${inUtc}`);
}

/**
 * Sets a new connection to UTC without parallel workers. A page's statement returns few rows, and starting workers
 * takes longer than reading them. A transaction that waits for its process for a minute ends, because a frozen process
 * would otherwise keep its locks.
 */
export async function setPageSettings(client: Queryable): Promise<void> {
  await client.query(
    `SELECT ${inUtc}, set_config('max_parallel_workers_per_gather', '0', false),
            set_config('idle_in_transaction_session_timeout', '60s', false)`,
  );
}
