/** Seeded randomness in SQL: the same number and stream always give the same value. */

/** Returns a whole number from 0 to 2³¹ − 1. */
export const randomInteger = (of: string, stream: number): string =>
  `(hashint8extended(${of}, ${stream}) & 2147483647)`;

/** Returns a whole number from 0 to `limit` − 1. */
export const randomBelow = (of: string, stream: number, limit: number): string =>
  `(${randomInteger(of, stream)} % ${limit})::int`;

/** Ids of this many consecutive records begin with the same four digits, so that index inserts stay in one place. */
const block = 262_144;

/** Returns a UUID of version 4 for the record numbered `of`. `salt` separates kinds of records. */
export function uuidSql(business: string, of: string, salt: string): string {
  const digest = `md5(${business}::text || ${salt} || ${of}::text)`;
  // The factor is odd, so that every block has a different prefix.
  const beginning = `lpad(to_hex((${of} / ${block} * 40503 + 9177) & 65535), 4, '0')`;
  return `(SELECT (${beginning} || substr(m, 5, 8) || '4' || substr(m, 14, 3) || 'a' || substr(m, 18, 15))::uuid
             FROM (SELECT ${digest} AS m) AS digest)`;
}

/** Returns as many hexadecimal digits as an EVM hash has. */
export const hex64Sql = (text: string): string => `md5(${text} || 'a') || md5(${text} || 'b')`;
export const hex40Sql = (text: string): string => `md5(${text} || 'a') || substr(md5(${text} || 'b'), 1, 8)`;
