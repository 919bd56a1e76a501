import { describe, expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import type { IntentState } from '../schema/intent.ts';
import { intentStates } from '../schema/intent.ts';
import { choosePaymentOwner, nextIntentState } from './intent.ts';

describe('the state after an attempt', () => {
  test.each(['UNSENT', 'REJECTED'] as const)('%s is final, whatever an answer says', (state) => {
    for (const outcome of intentStates)
      for (const mayHaveWorked of [true, false])
        expect(nextIntentState(outcome, { state, mayHaveWorked })).toBe(state);
  });

  test('a created request stays created, and no refusal overrides an open attempt', () => {
    for (const outcome of intentStates)
      expect(nextIntentState(outcome, { state: 'CREATED', mayHaveWorked: false })).toBe('CREATED');
    const sending = { state: 'SENDING', mayHaveWorked: true } as const;
    expect(nextIntentState('REJECTED', sending)).toBe('UNKNOWN');
    expect(nextIntentState('UNSENT', sending)).toBe('UNKNOWN');
    expect(nextIntentState('CREATED', sending)).toBe('CREATED');
    expect(nextIntentState('REJECTED', { ...sending, mayHaveWorked: false })).toBe('REJECTED');
  });
});

describe('the owner of a reported payment', () => {
  const hour = 3_600_000;
  const intent = (state: IntentState, createdHour: number, sentHour: number | null = createdHour) => ({
    state,
    createdAt: instant(createdHour * hour),
    firstSentAt: sentHour === null ? null : instant(sentHour * hour),
  });
  const at = (hours: number) => unixSeconds(hours * 3_600);

  test('is the open request that was sent before it, though another came later', () => {
    const unknown = intent('UNKNOWN', 2);
    const refused = [intent('REJECTED', 1), intent('REJECTED', 3)];
    expect(choosePaymentOwner([...refused, unknown], at(4))).toBe(unknown);
    expect(choosePaymentOwner([...refused, unknown], null)).toBe(unknown);
  });

  test('is never a request that was sent later, except within the tolerance of clocks', () => {
    const [refused, unknown] = [intent('REJECTED', 1), intent('UNKNOWN', 3)];
    expect(choosePaymentOwner([refused, unknown], at(2))).toBe(refused);
    expect(choosePaymentOwner([refused, unknown], at(2.8))).toBe(unknown);
    expect(choosePaymentOwner([unknown], at(2))).toBeNull();
  });

  test('is the latest request when none is open', () => {
    const intents = [intent('REJECTED', 1), intent('CREATED', 3), intent('REJECTED', 2)];
    expect(choosePaymentOwner(intents, at(4))).toBe(intents[1]);
    expect(choosePaymentOwner(intents, at(2.5))).toBe(intents[2]);
  });

  test('is no request of which nothing was sent, unless a restored backup lost its attempts', () => {
    const nothing = [intent('QUEUED', 1, null), intent('QUEUED', 1), intent('UNSENT', 1, null)];
    expect(choosePaymentOwner(nothing, at(2))).toBeNull();
    const restored = intent('UNKNOWN', 1, null);
    expect(choosePaymentOwner([...nothing, restored], at(2))).toBe(restored);
    const tried = intent('UNSENT', 1);
    expect(choosePaymentOwner([tried], at(2))).toBe(tried);
  });

  test('is judged by the first attempt of a queued request, not by its creation', () => {
    expect(choosePaymentOwner([intent('UNKNOWN', 1, 5)], at(3))).toBeNull();
  });
});
