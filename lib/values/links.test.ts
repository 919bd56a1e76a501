import { describe, expect, it } from 'vitest';
import { isSameAddress, normalizeAddress, splitTag } from './addresses.ts';
import { findAddressLink, findTransactionLink, toSafeLink } from './links.ts';

describe('toSafeLink', () => {
  it.each(['https://pay.example/c/1', 'http://localhost:4010/checkout/1', 'http://127.0.0.1:4010/x'])(
    'follows %s',
    (text) => {
      expect(toSafeLink(text)?.href).toBe(text);
    },
  );

  it.each([
    'http://pay.example/c/1',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://pay.example',
    '//pay.example',
    '/checkout',
    'https://user:secret@pay.example',
    'http://localhost.evil.example',
    '',
  ])('refuses to link %j', (text) => {
    expect(toSafeLink(text)).toBeNull();
  });
});

describe('explorers', () => {
  it('links known transactions and nothing else', () => {
    expect(findTransactionLink('BTC', 'ab')).toBe('https://mempool.space/tx/ab');
    expect(findAddressLink('TRX', 'T1')).toBe('https://tronscan.org/#/address/T1');
    expect(findTransactionLink('DOGE', 'ab')).toBeNull();
  });

  it('ignores an address inside a hash', () => {
    expect(findTransactionLink('ETH', '../../evil?x=<script>')).toBe(
      'https://etherscan.io/tx/..%2F..%2Fevil%3Fx%3D%3Cscript%3E',
    );
  });
});

describe('addresses', () => {
  it('compares EVM without case, all others exactly', () => {
    expect(
      isSameAddress(
        '0xAbCdEf0000000000000000000000000000000001',
        '0xabcdef0000000000000000000000000000000001',
      ),
    ).toBe(true);
    expect(isSameAddress('TAbc', 'Tabc')).toBe(false);
    expect(normalizeAddress('rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH')).toBe('rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH');
  });

  it('splits the tag off a destination', () => {
    expect(splitTag('rAddress?dt=0012')).toEqual({ address: 'rAddress', tag: '0012' });
    expect(splitTag('bc1q')).toEqual({ address: 'bc1q', tag: null });
  });
});
