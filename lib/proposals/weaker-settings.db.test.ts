import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isStricterLimit } from '#lib/creation-limits/model.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { isShorter } from '#lib/retention/model.ts';
import { hasWeakerControls } from '#lib/reviews/settings/model.ts';
import { amount } from '#lib/values/amount.ts';
import { roles } from '#lib/values/roles.ts';

/** The rooms decide which change is proposed, and the database which one needs a final proposal. They must agree. */

afterAll(closeDatabase);

async function isWeaker(kind: string, before: unknown, after: unknown): Promise<boolean> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const { rows } = await databasePool().query<{ weaker: boolean }>(
    'SELECT is_weaker_setting($1, $2::jsonb, $3::jsonb) AS weaker',
    [kind, json(before), json(after)],
  );
  return rows[0]?.weaker ?? true;
}

const digits = fc.constantFrom('0.5', '9', '10', '10.0', '100', '1000.01').map(amount);
const words = fc.subarray(['sanction', 'terror', 'mixer']);
const desk = fc.record({
  secondFromEur: digits,
  dueHours: fc.constantFrom(9, 10, 24),
  riskScoreFrom: fc.option(digits),
  twoPersonCategories: words,
});
const required = fc.subarray([...roles]);
const options = { numRuns: propertyRuns(60) };

test('settings of the desk', async () => {
  await fc.assert(
    fc.asyncProperty(desk, desk, async (before, after) => {
      expect(await isWeaker('review-desk', before, after)).toBe(hasWeakerControls(before, after));
    }),
    options,
  );
});

test('limits', async () => {
  const toLimit = (value: ReturnType<typeof amount> | null) =>
    value === null ? null : { currency: 'EUR', amount: value };
  await fc.assert(
    fc.asyncProperty(fc.option(digits), fc.option(digits), async (before, after) => {
      const isStricter = isStricterLimit(toLimit(before), toLimit(after));
      expect(await isWeaker('creation-limit', before, after)).toBe(!isStricter);
    }),
    options,
  );
});

test('retention times', async () => {
  const years = fc.option(fc.integer({ min: 1, max: 30 }));
  await fc.assert(
    fc.asyncProperty(years, years, async (before, after) => {
      expect(await isWeaker('retention', before, after)).toBe(isShorter(after, before));
    }),
    options,
  );
});

test('roles that need a second factor', async () => {
  await fc.assert(
    fc.asyncProperty(required, required, async (before, after) => {
      const isFewer = before.some((role) => !after.includes(role));
      expect(await isWeaker('required-roles', before, after)).toBe(isFewer);
    }),
    options,
  );
});
