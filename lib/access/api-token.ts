import 'server-only';
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hashToken } from './one-time-link.ts';

/** The beginning of every token, by which scanners for leaked secrets recognize one. */
const prefix = 'ch_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is above 2^256. */
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[${digits}]{${secretLength + checksumLength}}$`);

/** Writes a number in base 62 with leading zeros. */
function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text.padStart(length, '0');
}

const computeChecksum = (body: string): string => toBase62(BigInt(crc32(body)), checksumLength);

/** A new token. Only its hash and its hint are stored. */
type NewApiToken = {
  readonly token: string;
  readonly hash: Uint8Array<ArrayBuffer>;
  /** Its first characters, by which people recognize it. */
  readonly hint: string;
};

/** Creates a token with 256 random bits and a checksum. */
export function createApiToken(): NewApiToken {
  const body = `${prefix}${toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)}`;
  const token = `${body}${computeChecksum(body)}`;
  return { token, hash: hashToken(token), hint: token.slice(0, prefix.length + 4) };
}

/** Returns true for a text that can be a token. Others need no lookup. */
export const isApiToken = (text: string): boolean =>
  shape.test(text) && computeChecksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
