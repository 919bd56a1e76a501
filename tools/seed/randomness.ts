/** Seeded randomness in SQL: the same number and stream always give the same. */

/** A whole number from 0 to 2³¹ − 1. */
export const draw = (of: string, stream: number): string =>
  `(hashint8extended(${of}, ${stream}) & 2147483647)`;

/** One of 0 … below − 1. */
export const below = (of: string, stream: number, limit: number): string =>
  `(${draw(of, stream)} % ${limit})::int`;

/** Ids of this many records in a row begin with the same four digits: filling an index stays near one place. */
const block = 262_144;

/** A UUID of version 4 for the record numbered `of`; `salt` tells kinds of records apart. */
export function uuid(business: string, of: string, salt: string): string {
  const digest = `md5(${business}::text || ${salt} || ${of}::text)`;
  // Odd, so that every block has a beginning of its own.
  const beginning = `lpad(to_hex((${of} / ${block} * 40503 + 9177) & 65535), 4, '0')`;
  return `(SELECT (${beginning} || substr(m, 5, 8) || '4' || substr(m, 14, 3) || 'a' || substr(m, 18, 15))::uuid
             FROM (SELECT ${digest} AS m) AS digest)`;
}

/** Hexadecimal digits, as long as an EVM hash. */
export const hex64 = (text: string): string => `md5(${text} || 'a') || md5(${text} || 'b')`;
export const hex40 = (text: string): string => `md5(${text} || 'a') || substr(md5(${text} || 'b'), 1, 8)`;
