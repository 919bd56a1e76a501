import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { networks } from '#lib/values/currencies.ts';
import { createAddress, createTransactionHash } from './addresses.ts';

const forms: Readonly<Record<string, RegExp>> = {
  BTC: /^bc1q[02-9ac-hj-np-z]{38}$/,
  LTC: /^ltc1q[02-9ac-hj-np-z]{38}$/,
  BCH: /^bitcoincash:q[02-9ac-hj-np-z]{41}$/,
  ETH: /^0x[0-9a-f]{40}$/,
  BSC: /^0x[0-9a-f]{40}$/,
  TRX: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  XRP: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
  XLM: /^G[A-Z2-7]{55}$/,
  SOL: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/,
};

/** BIP 173, implemented again from the standard. */
function bech32Holds(address: string): boolean {
  const at = address.lastIndexOf('1');
  const values = [...address.slice(at + 1)].map((letter) =>
    'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(letter),
  );
  const codes = [...address.slice(0, at)].map((letter) => letter.charCodeAt(0));
  let check = 1;
  for (const value of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].forEach((word, bit) => {
      if ((top >>> bit) & 1) check ^= word;
    });
  }
  return check === 1;
}

function base58CheckHolds(address: string, alphabet: string): boolean {
  let value = 0n;
  for (const letter of address) value = value * 58n + BigInt(alphabet.indexOf(letter));
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex');
  const twice = createHash('sha256')
    .update(createHash('sha256').update(bytes.subarray(0, 21)).digest())
    .digest();
  return bytes.subarray(21).equals(twice.subarray(0, 4));
}

describe('addresses', () => {
  test.each(networks)('match the format of %s', (network) => {
    for (const seed of ['a', 'b', 'c', 'payment:1', 'payment:2'])
      expect(createAddress(network, seed)).toMatch(forms[network] ?? /^$/);
    expect(createAddress(network, 'a')).toBe(createAddress(network, 'a'));
    expect(createAddress(network, 'a')).not.toBe(createAddress(network, 'b'));
  });

  test('have valid checksums where the format has one', () => {
    for (let index = 0; index < 50; index += 1) {
      expect(bech32Holds(createAddress('BTC', `seed ${index}`))).toBe(true);
      expect(bech32Holds(createAddress('LTC', `seed ${index}`))).toBe(true);
      expect(
        base58CheckHolds(
          createAddress('TRX', `seed ${index}`),
          '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
        ),
      ).toBe(true);
      expect(
        base58CheckHolds(
          createAddress('XRP', `seed ${index}`),
          'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
        ),
      ).toBe(true);
    }
  });

  test('are equal on both EVM networks', () => {
    expect(createAddress('ETH', 'payment:1')).toBe(createAddress('BSC', 'payment:1'));
  });

  test('transactions differ by seed', () => {
    for (const network of networks)
      expect(createTransactionHash(network, 'a')).not.toBe(createTransactionHash(network, 'b'));
    expect(createTransactionHash('ETH', 'a')).toMatch(/^0x[0-9a-f]{64}$/);
    expect(createTransactionHash('XRP', 'a')).toMatch(/^[0-9A-F]{64}$/);
  });
});
