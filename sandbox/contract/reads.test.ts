import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { businessRecord } from '#lib/service/contract/business.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/service/contract/enumerations.ts';
import { depositMinimums } from '#lib/service/contract/minimums.ts';
import type { Service } from './connect.ts';
import { apiKey, connect } from './connect.ts';

let service: Service;
beforeAll(async () => {
  service = await connect();
});
afterAll(() => service.stop());

describe('§4.2 the business', () => {
  test('returns §2.7, with the bare key of the example or a signature', async () => {
    const path = `/api/v1/businesses/${service.businessId}`;
    const bare = await service.call('GET', path, { authorization: apiKey });
    expect(bare.status).toBe(200);
    const record = businessRecord.parse(bare.json);
    expect(record.id).toBe(service.businessId);
    const signed = await service.call('GET', path);
    expect(businessRecord.parse(signed.json)).toEqual(record);
  });

  test('names only coins, networks and currencies of §2.1', async () => {
    const answer = await service.call('GET', `/api/v1/businesses/${service.businessId}`);
    const record = businessRecord.parse(answer.json);
    expect(cryptoCurrencies).toEqual(expect.arrayContaining(record.supportedDepositCurrencies ?? []));
    expect(fiatCurrencies).toEqual(expect.arrayContaining(record.supportedDisplayCurrencies ?? []));
    const named = Object.entries(record.supportedDepositCurrenciesWithNetworks ?? {});
    expect(named.length).toBeGreaterThan(0);
    for (const [coin, list] of named) {
      expect(cryptoCurrencies).toContain(coin);
      expect(networks).toEqual(expect.arrayContaining(list));
    }
  });

  test('returns 404 for an unknown business', async () => {
    const answer = await service.call('GET', '/api/v1/businesses/00000000-0000-4000-8000-000000000000');
    expect(answer.status).toBe(404);
  });
});

describe('§4.3 the deposit minimums', () => {
  test('returns coin → network → currency → amount, without a header', async () => {
    const answer = await service.call('GET', '/api/v1/payment/deposits/crypto/metadata', {
      authorization: null,
    });
    expect(answer.status).toBe(200);
    const minimums = depositMinimums.parse(answer.json);
    for (const [coin, byNetwork] of Object.entries(minimums)) {
      expect(cryptoCurrencies).toContain(coin);
      for (const [network, byCurrency] of Object.entries(byNetwork)) {
        expect(networks).toContain(network);
        expect(Object.keys(byCurrency), `${coin} on ${network}`).toContain(coin);
        expect(Object.keys(byCurrency)).toContain('EUR');
      }
    }
  });

  test('§2.1: has the networks that the changelog announces', async () => {
    const answer = await service.call('GET', '/api/v1/payment/deposits/crypto/metadata');
    const minimums = depositMinimums.parse(answer.json);
    const announced: Record<string, string[]> = {
      USDC: ['ETH', 'BSC', 'TRX', 'SOL'],
      ETH: ['ETH', 'BSC'],
      USDT: ['ETH', 'BSC', 'TRX'],
      BTC: ['BTC'],
      BCH: ['BCH'],
      LTC: ['LTC'],
      XRP: ['XRP'],
      XLM: ['XLM'],
      LINK: ['ETH'],
    };
    for (const [coin, list] of Object.entries(announced))
      expect(Object.keys(minimums[coin] ?? {}), coin).toEqual(expect.arrayContaining(list));
  });
});
