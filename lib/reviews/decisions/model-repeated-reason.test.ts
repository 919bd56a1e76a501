import { expect, test } from 'vitest';
import { isRepeatedReason } from './model-repeated-reason.ts';

const reason = 'The funds come from a mixer.';

test('finds a reason that was given three times, in any spelling', () => {
  const same = [reason, 'the funds  come from a mixer', 'THE FUNDS COME FROM A MIXER!'];
  expect(isRepeatedReason(reason, same)).toBe(true);
  expect(isRepeatedReason(reason, same.slice(1))).toBe(false);
  expect(isRepeatedReason(`${reason} Invoice 17.`, same)).toBe(false);
  expect(isRepeatedReason(reason, [])).toBe(false);
});
