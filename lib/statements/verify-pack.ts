import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { tPackVerification } from '#lib/messages/statements.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { addSigned, parseSum, signedAmount } from '#lib/values/signed.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { MemoLine } from './model/lines.ts';
import { changesPosition, depositLines, memoLines } from './model/lines.ts';
import {
  hasReceivedColumn,
  nameRefunds,
  oldPackFormat,
  packFormat,
  packFormatWithoutMatches,
  packFormatWithoutReceived,
  packRowColumns,
  toPackName,
} from './model/pack.ts';
import type { StatementFigures } from './schema.ts';
import { signedClose } from './schema.ts';
import type { VerifiedMatches } from './verify-matches.ts';
import { carriedTransit, MatchVerification } from './verify-matches.ts';

const packHead = signedClose.extend({
  format: z.enum([oldPackFormat, packFormatWithoutMatches, packFormatWithoutReceived, packFormat]),
  businessId: z.string(),
  closeId: z.string(),
  number: z.number(),
  revision: z.number(),
  previousPackSha256: z.string().nullable(),
  rows: z.number(),
  rowsSha256: z.string(),
  carried: carriedTransit.nullable().default(null),
  matches: z.number().default(0),
  matchesSha256: z.string().default(''),
});

/** The content of a pack, with its breaches. */
export type VerifiedPack = {
  /** Null where the first line can't be read. */
  readonly head: z.infer<typeof packHead> | null;
  /** Null for the formats without matches. */
  readonly matches: VerifiedMatches | null;
  /** SHA-256 of the first line, which the page and the audit log show. */
  readonly sha256: string;
  readonly breaches: readonly string[];
};

type Sum = { count: number; amount: SignedAmount | null };

function parseHead(line: string): z.infer<typeof packHead> | null {
  try {
    return packHead.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isSame = (one: SignedAmount | null, other: SignedAmount | null): boolean =>
  one === null || other === null ? one === other : compareAmounts(one, other) === 0;

/** Sums of rows by a name. */
class Sums {
  readonly #sums = new Map<string, Sum>();

  add(name: string, amount: SignedAmount | null, count = 1): void {
    const sum = this.#sums.get(name) ?? { count: 0, amount: null };
    sum.count += count;
    if (amount !== null) sum.amount = sum.amount === null ? amount : addSigned(sum.amount, amount);
    this.#sums.set(name, sum);
  }

  find(name: string): Sum {
    return this.#sums.get(name) ?? { count: 0, amount: null };
  }
}

/** Packs of the first format have no rows of refunds. */
function* listRefundDifferences(
  { refunds, refundsWithout }: StatementFigures,
  sums: Sums,
): Generator<string> {
  const signed = [
    ...refunds.map(({ coin, count, amount }) => ({ line: toPackName(nameRefunds(coin)), count, amount })),
    { line: 'refundsWithoutCurrency', count: refundsWithout.currency, amount: null },
    { line: 'refundsWithoutDate', count: refundsWithout.date, amount: null },
  ];
  for (const { line, count, amount } of signed) {
    const sum = sums.find(line);
    if (sum.count !== count || (amount !== null && !isSame(sum.amount, amount)))
      yield tPackVerification('refunds', { line, signed: String(count), rows: String(sum.count) });
  }
}

function* listDifferences(figures: StatementFigures, lines: Sums, memo: Sums): Generator<string> {
  for (const { name, count, amount } of figures.lines) {
    const sum = lines.find(name);
    if (sum.count !== count || !isSame(sum.amount, amount))
      yield tPackVerification('line', { line: name, signed: amount ?? '–', rows: sum.amount ?? '–' });
  }
  for (const { name, amount, known } of figures.memo) {
    const sum = memo.find(name);
    if (sum.count !== known || !isSame(sum.amount, amount))
      yield tPackVerification('line', { line: name, signed: amount ?? '–', rows: sum.amount ?? '–' });
  }
  const change = figures.lines.reduce(
    (sum, { name, amount }) => (amount === null || !changesPosition(name) ? sum : addSigned(sum, amount)),
    signedAmount('0'),
  );
  if (!isSame(change, figures.change)) yield tPackVerification('change');
  const closing = figures.opening === null ? null : addSigned(figures.opening, figures.change);
  if (!isSame(closing, figures.closing)) yield tPackVerification('closing');
}

const parseCell = (cell: string): SignedAmount | null | undefined =>
  cell === '' ? null : (parseSum(cell) ?? undefined);

/**
 * Verifies a pack without the database: the hash and the number of its rows, each line as the sum of its rows, the closing
 * position, and its matches. The hash of its first line is for comparison with the audit log.
 */
export async function verifyPack(lines: AsyncIterable<string>): Promise<VerifiedPack> {
  const breaches: string[] = [];
  const hash = createHash('sha256');
  const sums = new Sums();
  const memo = new Sums();
  let first: string | null = null;
  let head: ReturnType<typeof parseHead> = null;
  let matches: MatchVerification | null = null;
  let count = 0;
  let columns: number = packRowColumns.length;
  for await (const line of lines) {
    if (first === null) {
      first = line;
      head = parseHead(first);
      columns = packRowColumns.length - (hasReceivedColumn(head?.format ?? packFormat) ? 0 : 1);
      if (head?.format === packFormat || head?.format === packFormatWithoutReceived)
        matches = new MatchVerification(head.figures);
      continue;
    }
    if (matches !== null && count === head?.rows) {
      matches.addEntry(line);
      continue;
    }
    count += 1;
    hash.update(`${line}\n`);
    const cells = line.split(',');
    const [name = '', , recordId = '', , amount = ''] = cells;
    const parsed = [amount, ...cells.slice(5)].map(parseCell);
    if (cells.length !== columns || parsed.includes(undefined)) {
      breaches.push(tPackVerification('row', { number: String(count) }));
      continue;
    }
    sums.add(name, parsed[0] ?? null);
    matches?.addRow(name, recordId, parsed[0] ?? null);
    const isDeposit = depositLines.some((one) => one === name);
    if (isDeposit || name === 'adjustments')
      memoLines.forEach((one: MemoLine, index) => {
        const value = parsed[index + 1] ?? null;
        if (value !== null) memo.add(one, value, isDeposit ? 1 : 0);
      });
  }
  const sha256 = createHash('sha256')
    .update(first ?? '')
    .digest('hex');
  if (head === null) return { head, matches: null, sha256, breaches: [tPackVerification('head')] };
  if (count !== head.rows)
    breaches.push(tPackVerification('count', { rows: String(head.rows), found: String(count) }));
  if (hash.digest('hex') !== head.rowsSha256) breaches.push(tPackVerification('hash'));
  breaches.push(...listDifferences(head.figures, sums, memo));
  if (head.format !== oldPackFormat) breaches.push(...listRefundDifferences(head.figures, sums));
  const matched = matches?.end(head) ?? null;
  breaches.push(...(matched?.breaches ?? []));
  return { head, matches: matched?.found ?? null, sha256, breaches };
}
