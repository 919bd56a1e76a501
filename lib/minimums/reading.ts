import 'server-only';
import { amountField } from '#lib/service/contract/fields.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';
import type { Minimum } from './schema.ts';

export type MinimumsReading = { readonly minimums: readonly Minimum[]; readonly flaws: readonly Flaw[] };

/** A hostile answer must not create a page with a million rows. */
const maximumEntries = 20_000;

const byCode = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * §2.8: parses coin → network → currency → amount, entry by entry, so that an invalid entry affects only itself.
 * Invalid entries are left out and so unknown, never 0. Sorted by coin, network, currency.
 */
export function readMinimumsRecord(received: JsonObject): MinimumsReading {
  const minimums: Minimum[] = [];
  const flaws: Flaw[] = [];
  const inside = (value: Json, path: string): [string, Json][] => {
    if (isJsonObject(value)) return Object.entries(value);
    flaws.push({ path, problem: 'is not an object' });
    return [];
  };
  for (const [coin, byNetwork] of Object.entries(received))
    for (const [network, byCurrency] of inside(byNetwork, coin))
      for (const [currency, value] of inside(byCurrency, `${coin}.${network}`)) {
        if (minimums.length + flaws.length >= maximumEntries) continue;
        const read = amountField.safeParse(value);
        if (read.success) minimums.push({ coin, network, currency, amount: read.data });
        else
          flaws.push({
            path: `${coin}.${network}.${currency}`,
            problem: read.error.issues[0]?.message ?? 'is not an amount',
          });
      }
  minimums.sort(
    (left, right) =>
      byCode(left.coin, right.coin) ||
      byCode(left.network, right.network) ||
      byCode(left.currency, right.currency),
  );
  return { minimums, flaws };
}
