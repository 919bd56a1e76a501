import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { tPackVerification } from '#lib/messages/statements.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { addSigned, negateSigned, parseSum, signedAmount } from '#lib/values/signed.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { Days } from './model/period.ts';

const digits = z.string().transform((text, refused): SignedAmount => {
  const parsed = parseSum(text);
  if (parsed === null) refused.addIssue('is not an amount');
  return parsed ?? z.NEVER;
});

/** The lines of a pack after its rows. */
const packEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('match'), match: z.string(), state: z.string() }),
  z.object({
    type: z.literal('line'),
    match: z.string().nullable(),
    line: z.string(),
    day: z.string(),
    amount: digits,
    difference: digits,
    settles: z.boolean(),
  }),
  z.object({
    type: z.literal('record'),
    match: z.string(),
    record: z.string(),
    amount: digits.nullable(),
  }),
  z.object({ type: z.literal('transit'), record: z.string(), amount: digits.nullable() }),
]);

/** Records of earlier periods in transit. */
export const carriedTransit = z.object({ count: z.number(), amount: digits });

/** The matches of a pack in numbers. */
export type VerifiedMatches = {
  readonly count: number;
  /** Records in transit at the end of the period. Null: no statement was imported, so none is known. */
  readonly transit: Readonly<z.infer<typeof carriedTransit>> | null;
};

const zero = signedAmount('0');

/** Sums of amounts by a name. */
class Totals extends Map<string, SignedAmount> {
  add(name: string, amount: SignedAmount): void {
    this.set(name, addSigned(this.get(name) ?? zero, amount));
  }
}

const isSame = (one: SignedAmount | undefined, other: SignedAmount | undefined): boolean =>
  compareAmounts(one ?? zero, other ?? zero) === 0;

/**
 * Verifies the matches of a pack. The records of a match are worth its lines, and its settlements are those of the rows. Where a statement
 * was imported, each deposit with an amount is in a match or in transit.
 */
export class MatchVerification {
  readonly #hash = createHash('sha256');
  readonly #states = new Map<string, string>();
  readonly #lines = new Totals();
  readonly #records = new Totals();
  /** The changes of the position by settlements, among the rows and among the matches. */
  readonly #settledRows = new Totals();
  readonly #settledLines = new Totals();
  readonly #deposits = new Set<string>();
  readonly #placed = new Set<string>();
  readonly #days: Days;
  #count = 0;
  #transit = { count: 0, amount: zero };
  readonly #breaches: string[] = [];

  constructor(days: Days) {
    this.#days = days;
  }

  /** Adds a row of the statement, with the line that it is on. */
  addRow(line: string, recordId: string, amount: SignedAmount | null): void {
    if (line === 'credited' || line === 'declared') this.#deposits.add(recordId);
    if (line === 'settlements' || line === 'settlementDifferences')
      this.#settledRows.add(recordId, amount ?? zero);
  }

  /** Adds a line after the rows. */
  addEntry(text: string): void {
    this.#count += 1;
    this.#hash.update(`${text}\n`);
    const entry = parseEntry(text);
    if (entry === null) this.#breaches.push(tPackVerification('entry', { number: String(this.#count) }));
    else if (entry.type === 'match') this.#states.set(entry.match, entry.state);
    else if (entry.type === 'line') {
      const paid = addSigned(entry.amount, entry.difference);
      if (entry.match !== null) this.#lines.add(entry.match, paid);
      if (entry.settles && entry.day >= this.#days.from && entry.day <= this.#days.to)
        this.#settledLines.add(entry.line, negateSigned(paid));
    } else if (entry.type === 'record') {
      this.#records.add(entry.match, entry.amount ?? zero);
      this.#placed.add(entry.record);
    } else {
      this.#placed.add(entry.record);
      const { count, amount } = this.#transit;
      this.#transit = { count: count + 1, amount: addSigned(amount, entry.amount ?? zero) };
    }
  }

  /** Compares everything, with the number and the hash that the first line has. Returns the breaches. */
  end({
    carried,
    matches,
    matchesSha256,
  }: {
    /** Null: no statement was imported. */
    readonly carried: VerifiedMatches['transit'];
    readonly matches: number;
    readonly matchesSha256: string;
  }): { readonly found: VerifiedMatches; readonly breaches: readonly string[] } {
    const breaches = this.#breaches;
    if (matches !== this.#count)
      breaches.push(tPackVerification('matchCount', { lines: String(matches), found: String(this.#count) }));
    if (this.#hash.digest('hex') !== matchesSha256) breaches.push(tPackVerification('matchHash'));
    for (const match of new Set([...this.#lines.keys(), ...this.#records.keys(), ...this.#states.keys()])) {
      const [lines, records] = [this.#lines.get(match), this.#records.get(match)];
      const state = this.#states.get(match);
      // A record without a counterpart is ignored.
      if (state === undefined || (state !== 'ignored' && !isSame(lines, records)))
        breaches.push(tPackVerification('match', { match, lines: lines ?? '–', records: records ?? '–' }));
    }
    const settled = new Set([...this.#settledRows.keys(), ...this.#settledLines.keys()]);
    for (const line of settled)
      if (!isSame(this.#settledRows.get(line), this.#settledLines.get(line)))
        breaches.push(tPackVerification('settlement', { line }));
    const unplaced = [...this.#deposits].filter((deposit) => !this.#placed.has(deposit));
    const [first] = unplaced;
    if (first !== undefined && carried !== null)
      breaches.push(tPackVerification('unplaced', { count: String(unplaced.length), first }));
    const { count, amount } = this.#transit;
    const transit =
      carried === null ? null : { count: carried.count + count, amount: addSigned(carried.amount, amount) };
    return { found: { count: this.#states.size, transit }, breaches };
  }
}

function parseEntry(text: string): z.infer<typeof packEntry> | null {
  try {
    return packEntry.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
