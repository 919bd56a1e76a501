import { describe, expect, it } from 'vitest';
import { parseJson } from '#lib/values/lossless-json.ts';
import { depositRecord } from './deposit.ts';
import { depositCallback } from './deposit-callback.ts';
import { readLeniently } from './lenient.ts';
import { depositMinimums } from './minimums.ts';
import { withdrawalCallback } from './withdrawal-callback.ts';

const read = (text: string) => parseJson(text).value;

const depositBody = `{
  "paymentId": "0D1F6B52-6C3E-4E0F-9C1C-0F6F6B7B1A01", "clientPaymentId": "INV-1",
  "depositId": "5b2c1f7e-3f5a-4b7e-8f57-3c1a4f6f2b02", "transactionId": "ab12", "status": "CONFIRMED",
  "depositCurrency": "ETH", "network": "ETH", "actualDepositAmount": 0.123456789012345678, "displayCurrency": "EUR",
  "actualDisplayAmount": 49.90, "settlementCurrency": "USDC", "settlementAmount": 5.4e1, "depositAddress": "0xA",
  "fromAddress": "0xB", "paymentReceivedAt": 1760000000, "expectedDepositAmount": 0.12,
  "displayRateDepegLossAmount": null, "settlementRateDepegLossAmount": -0.01, "onChainFee": "0"
}`;

const withdrawalBody = (deducted: string) => `{
  "status": "COMPLETED", "clientWithdrawalId": "W-1", "businessId": "0d1f6b52-6c3e-4e0f-9c1c-0f6f6b7b1a01",
  "withdrawalId": "5b2c1f7e-3f5a-4b7e-8f57-3c1a4f6f2b02", "displayCurrency": "EUR", "withdrawCurrency": "XRP",
  "settlementCurrency": "EUR", "expectedDisplayAmount": "100", "estimatedWithdrawAmount": 41.5,
  "toTxAddress": "rAddress?dt=7", "txAddressOwner": { "name": "Exchange", "category": "exchange" }${deducted}
}`;

describe('deposit callback (§6.1)', () => {
  it('reads numbers and strings to the same digits, exponents included', () => {
    const callback = depositCallback.parse(read(depositBody));
    expect(callback.actualDepositAmount).toBe('0.123456789012345678');
    expect(callback.actualDisplayAmount).toBe('49.90');
    expect(callback.settlementAmount).toBe('54');
    expect(callback.settlementRateDepegLossAmount).toBe('-0.01');
    expect(callback.onChainFee).toBe('0');
  });

  it('distinguishes null, absent and zero', () => {
    const callback = depositCallback.parse(read(depositBody));
    expect(callback.displayRateDepegLossAmount).toBeNull();
    expect(callback.expirationTime).toBeUndefined();
  });

  it('gives one spelling to an id', () => {
    expect(depositCallback.parse(read(depositBody)).paymentId).toBe('0d1f6b52-6c3e-4e0f-9c1c-0f6f6b7b1a01');
  });

  it.each(['-1', '1e400', `1${'0'.repeat(35)}`, `0.${'0'.repeat(30)}1`, '"12,5"', 'true', '[]'])(
    'finds %s implausible as an amount',
    (amount) => {
      const body = depositBody.replace('0.123456789012345678', amount);
      expect(depositCallback.safeParse(read(body)).error?.issues[0]?.path).toEqual(['actualDepositAmount']);
    },
  );

  it('refuses a time in milliseconds', () => {
    const body = depositBody.replace('1760000000', '1760000000000');
    expect(depositCallback.safeParse(read(body)).error?.issues[0]?.path).toEqual(['paymentReceivedAt']);
  });
});

describe('withdrawal callback (§6.2)', () => {
  it.each(['deducedSettlementAmount', 'deductedSettlementAmount'])('reads %s', (name) => {
    const callback = withdrawalCallback.parse(read(withdrawalBody(`, "${name}": 100.25`)));
    expect(callback.deductedSettlementAmount).toBe('100.25');
  });

  it('takes both spellings where they agree and refuses them where they do not', () => {
    const both = (one: string, other: string) =>
      withdrawalBody(`, "deducedSettlementAmount": ${one}, "deductedSettlementAmount": ${other}`);
    expect(withdrawalCallback.parse(read(both('1.50', '"1.5"'))).deductedSettlementAmount).toBe('1.5');
    expect(withdrawalCallback.safeParse(read(both('1', '2'))).success).toBe(false);
  });

  it('may lack the transaction and the actual amounts', () => {
    expect(withdrawalCallback.parse(read(withdrawalBody(''))).deductedSettlementAmount).toBeUndefined();
  });
});

describe('minimums (§2.8)', () => {
  it('keeps all digits and has no entry for missing minimums', () => {
    const minimums = depositMinimums.parse(read('{"BTC":{"BTC":{"BTC":"0.00010000","EUR":"9.5"}}}'));
    expect(minimums.BTC?.BTC?.BTC).toBe('0.00010000');
    expect(minimums.BTC?.BTC?.USD).toBeUndefined();
  });
});

describe('readLeniently', () => {
  it('loses only the odd field and names it', () => {
    const { record, flaws } = readLeniently(
      depositRecord,
      read(
        '{"id":"5b2c1f7e-3f5a-4b7e-8f57-3c1a4f6f2b02","status":"HELD_FOR_TEA","depositAmount":"twelve","riskScore":0.70}',
      ),
    );
    expect(record).toMatchObject({ status: 'HELD_FOR_TEA', riskScore: '0.70' });
    expect(record.depositAmount).toBeUndefined();
    expect(flaws).toContainEqual({ path: 'depositAmount', problem: 'is not a plausible amount: twelve' });
    expect(flaws).toContainEqual({ path: 'transactionId', problem: 'is missing' });
  });

  it('reads nothing from a value that is not a record', () => {
    expect(readLeniently(depositRecord, read('[1]')).flaws).toEqual([
      { path: '', problem: 'is not an object' },
    ]);
  });
});
