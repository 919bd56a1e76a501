import { createHash } from 'node:crypto';
import type { Network } from '#lib/values/currencies.ts';
import { unreachable } from '#lib/values/errors.ts';

/**
 * Makes addresses and hashes in the right format for each network, by hashing a seed. They have no private keys:
 * money that is really sent to them is lost, which is why the checkout shows that it is a sandbox.
 */

const digest = (seed: string): Buffer => createHash('sha256').update(seed).digest();
const doubleDigest = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();

const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const rippleAlphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

function base58(bytes: Uint8Array, alphabet = bitcoinAlphabet): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (value > 0n) {
    text = alphabet.charAt(Number(value % 58n)) + text;
    value /= 58n;
  }
  const leading = bytes.findIndex((byte) => byte !== 0);
  return alphabet.charAt(0).repeat(leading) + text;
}

function base58Check(prefix: number, payload: Uint8Array, alphabet = bitcoinAlphabet): string {
  const body = Buffer.concat([Buffer.from([prefix]), payload]);
  return base58(Buffer.concat([body, doubleDigest(body).subarray(0, 4)]), alphabet);
}

function fiveBits(bytes: Uint8Array): number[] {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const count = Math.ceil((bytes.length * 8) / 5);
  bits <<= BigInt(count * 5 - bytes.length * 8);
  return Array.from({ length: count }, (_, index) => Number((bits >> BigInt((count - 1 - index) * 5)) & 31n));
}

const bech32Alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const letters = (values: readonly number[]): string =>
  values.map((value) => bech32Alphabet.charAt(value)).join('');

/** BIP 173, witness version 0. */
function bech32(prefix: string, program: Uint8Array): string {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  const values = [0, ...fiveBits(program)];
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  let check = 1;
  for (const value of [...expanded, ...values, 0, 0, 0, 0, 0, 0]) {
    const top = check >>> 25;
    check = (((check & 0x1ffffff) << 5) ^ value) >>> 0;
    generator.forEach((word, bit) => {
      if ((top >>> bit) & 1) check = (check ^ word) >>> 0;
    });
  }
  check = (check ^ 1) >>> 0;
  const sum = Array.from({ length: 6 }, (_, index) => (check >>> (5 * (5 - index))) & 31);
  return `${prefix}1${letters(values)}${letters(sum)}`;
}

/** The CashAddr format of Bitcoin Cash. */
function cashAddress(hash: Uint8Array): string {
  const generator = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
  const prefix = 'bitcoincash';
  const values = fiveBits(Buffer.concat([Buffer.from([0]), hash]));
  const expanded = [...prefix].map((letter) => letter.charCodeAt(0) & 31);
  let check = 1n;
  for (const value of [...expanded, 0, ...values, 0, 0, 0, 0, 0, 0, 0, 0]) {
    const top = check >> 35n;
    check = ((check & 0x07ffffffffn) << 5n) ^ BigInt(value);
    generator.forEach((word, bit) => {
      if ((top >> BigInt(bit)) & 1n) check ^= word;
    });
  }
  check ^= 1n;
  const sum = Array.from({ length: 8 }, (_, index) => Number((check >> BigInt(5 * (7 - index))) & 31n));
  return `${prefix}:${letters(values)}${letters(sum)}`;
}

/** The StrKey format of a Stellar account. */
function stellarAccount(key: Uint8Array): string {
  const body = Buffer.concat([Buffer.from([6 << 3]), key]);
  let crc = 0;
  for (const byte of body) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  const whole = Buffer.concat([body, Buffer.from([crc & 0xff, crc >> 8])]);
  return fiveBits(whole)
    .map((value) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(value))
    .join('');
}

/** Returns the seed's address on that network. One seed has the same address on all EVM networks. */
export function createAddress(network: Network, seed: string): string {
  const family = network === 'BSC' ? 'ETH' : network;
  const key = digest(`${family}:${seed}`);
  const hash = key.subarray(0, 20);
  switch (network) {
    case 'BTC':
      return bech32('bc', hash);
    case 'LTC':
      return bech32('ltc', hash);
    case 'BCH':
      return cashAddress(hash);
    case 'ETH':
    case 'BSC':
      return `0x${hash.toString('hex')}`;
    case 'TRX':
      return base58Check(0x41, hash);
    case 'XRP':
      return base58Check(0x00, hash, rippleAlphabet);
    case 'XLM':
      return stellarAccount(key);
    case 'SOL':
      return base58(key);
    default:
      return unreachable(network);
  }
}

/** Returns a transaction hash in the network's format. */
export function createTransactionHash(network: Network, seed: string): string {
  const hash = digest(`tx:${network}:${seed}`);
  if (network === 'SOL') return base58(Buffer.concat([hash, digest(`tx2:${seed}`)]));
  const text = hash.toString('hex');
  if (network === 'ETH' || network === 'BSC') return `0x${text}`;
  return network === 'XRP' ? text.toUpperCase() : text;
}
