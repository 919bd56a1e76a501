import { describe, expect, test } from 'vitest';
import { toPlainDigits } from '#lib/values/amount.ts';
import type { Callback } from '../storage/callbacks.ts';
import { openDatabase } from '../storage/database.ts';
import { createSettingStore } from '../storage/settings.ts';
import { faultCatalogue } from './catalogue.ts';
import { createCorruptor, writeWithExponent } from './corrupt-body.ts';
import { FaultError, openFaults, readFaultMix } from './faults.ts';
import { planCallback } from './plan-callback.ts';

const body =
  '{"status":"CONFIRMED","actualDepositAmount":0.017123456789012345,"network":"ETH","deductedSettlementAmount":"12.50","settlementDistributedUserServiceFee":"0.10"}';
const callback: Callback = {
  seq: 1,
  id: 'one',
  businessId: 'b',
  kind: 'deposit-received',
  subject: 'd',
  body,
  created: 0,
  next: 0,
  state: 'waiting',
};

function withMix(wish: unknown, now = () => 100) {
  const faults = openFaults(createSettingStore(openDatabase(':memory:')), now);
  faults.set(readFaultMix(wish, now()));
  return faults;
}
const sent = (wish: unknown) => Buffer.from(createCorruptor(withMix(wish))(callback).body).toString('utf8');

describe('a mix of faults', () => {
  test('can be named in several ways', () => {
    expect(readFaultMix(['drop'], 0).faults).toEqual({ drop: { share: 1, figure: 0, until: null } });
    expect(readFaultMix({ duplicate: { times: 3, share: 0.5, forSeconds: 60 }, seed: 7 }, 100)).toEqual({
      seed: 7,
      faults: { duplicate: { share: 0.5, figure: 3, until: 160 } },
    });
    expect(readFaultMix({ faults: { duplicate: 4, garble: 0.2, drop: false } }, 0).faults).toEqual({
      duplicate: { share: 1, figure: 4, until: null },
      garble: { share: 0.2, figure: 0, until: null },
    });
    expect(readFaultMix({}, 0).faults).toEqual({});
  });

  test.each([
    { meteor: true },
    { duplicate: { times: 0 } },
    { drop: { share: 2 } },
    { delay: { seconds: 90_000 } },
  ])('refuses %j', (wish) => {
    expect(() => readFaultMix(wish, 0)).toThrow(FaultError);
  });

  test('ends after its time', () => {
    let now = 100;
    const faults = withMix({ drop: { forSeconds: 10 } }, () => now);
    expect(faults.hits('drop')).toBe(0);
    now = 110;
    expect(faults.hits('drop')).toBeNull();
    expect(faults.list().some(({ on }) => on)).toBe(false);
  });

  test('ends after its cases, also after a restart', () => {
    const settings = createSettingStore(openDatabase(':memory:'));
    const faults = openFaults(settings, () => 100);
    faults.set(readFaultMix({ 'commit-then-drop': { cases: 2 } }, 100));
    expect(faults.hits('commit-then-drop')).toBe(0);
    const restarted = openFaults(settings, () => 100);
    expect([restarted.hits('commit-then-drop'), restarted.hits('commit-then-drop')]).toEqual([0, null]);
    expect(restarted.list().some(({ on }) => on)).toBe(false);
    expect(() => readFaultMix({ outage: { cases: 0 } }, 100)).toThrow(FaultError);
  });

  test('repeats the same faults for the same seed', () => {
    const run = () => {
      const faults = withMix({ garble: 0.5, seed: 42 });
      return Array.from({ length: 30 }, () => faults.hits('garble') !== null);
    };
    expect(run()).toEqual(run());
    expect(new Set(run()).size).toBe(2);
  });

  test('gives each fault its own name and a title', () => {
    expect(new Set(faultCatalogue.map(({ name }) => name)).size).toBe(faultCatalogue.length);
    for (const { title } of faultCatalogue) expect(title.length).toBeGreaterThan(5);
  });
});

describe('sent content', () => {
  test('sends the original bytes without faults', () => {
    expect(createCorruptor(withMix({}))(callback)).toMatchObject({ changed: false, note: null });
    expect(sent({})).toBe(body);
  });

  test.each([
    ['misspell', '"deducedSettlementAmount":"12.50"'],
    ['strings-for-numbers', '"actualDepositAmount":"0.017123456789012345"'],
    ['numbers-for-strings', '"deductedSettlementAmount":12.50'],
    ['numbers-for-strings', '"settlementDistributedUserServiceFee":0.10'],
    ['exponents', '"actualDepositAmount":17123456789012345e-18'],
    ['unknown-enum', 'NEVER_SEEN_BEFORE'],
    ['extra-fields', 'addedLater'],
  ])('for %s sends %s', (name, part) => {
    expect(sent([name])).toContain(part);
  });

  test('sends a part of a truncated body, and a garbled one at full length', () => {
    const short = sent(['truncate']);
    expect(body.startsWith(short)).toBe(true);
    expect(short.length).toBeLessThan(body.length);
    expect(createCorruptor(withMix(['garble']))(callback).body).toHaveLength(body.length);
  });

  test('keeps the number in an exponent', () => {
    for (const digits of ['57.89645', '0.000000000000000001', '1200', '0.10', '0'])
      expect(toPlainDigits(writeWithExponent(digits))?.replace(/0+$/, '')).toBe(digits.replace(/0+$/, ''));
  });
});

describe('sending times', () => {
  test('sends once and at once, several times, late, or never', () => {
    expect(planCallback(withMix({}))).toEqual([0]);
    expect(planCallback(withMix({ duplicate: { times: 719 } }))).toHaveLength(720);
    expect(planCallback(withMix({ delay: { seconds: 82_800 } }))).toEqual([82_800]);
    expect(planCallback(withMix(['drop']))).toEqual([]);
    const shuffled = planCallback(withMix({ duplicate: 9, reorder: { seconds: 60 } }));
    expect(new Set(shuffled).size).toBeGreaterThan(5);
    expect(Math.max(...shuffled)).toBeLessThanOrEqual(60);
  });
});
