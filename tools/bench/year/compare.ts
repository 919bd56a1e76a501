import { databasePool } from '#lib/database/pools.ts';
import { readStatement } from '#lib/statements/index.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import type { StatementView } from '#lib/statements/schema.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { compareFile } from './compare-file.ts';
import { openMonth, yearMonths } from './events.ts';
import type { WrittenFile } from './files.ts';
import type { PlayedYear } from './people.ts';
import { SecondBooks } from './second-books.ts';
import type { Acts, ExpectedStatement, RawMessage, Sum } from './second-program.ts';
import { SecondProgram, toUnits } from './second-program.ts';

/** Reads the stored bytes of messages, in parts. */
async function* readMessages(businessId: BusinessId): AsyncGenerator<RawMessage> {
  const parts = [
    `SELECT id::text AS id, kind, first_received_at AS at, convert_from(body, 'UTF8') AS text
       FROM callback_message WHERE business_id = $1 AND id > $2 ORDER BY id LIMIT 5000`,
    `SELECT id::text AS id, 'read' AS kind, last_started_at AS at, convert_from(body, 'UTF8') AS text
       FROM service_answer WHERE business_id = $1 AND id > $2 ORDER BY id LIMIT 5000`,
  ];
  for (const sql of parts)
    for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
      const { rows }: { rows: { id: string; kind: RawMessage['kind']; at: Date; text: string }[] } =
        await databasePool().query(sql, [businessId, after]);
      for (const { kind, at, text } of rows) yield { kind, at: at.getTime(), text };
      after = rows.at(-1)?.id ?? null;
    }
}

const toUnitsOrNull = (digits: string | null): bigint | null => (digits === null ? null : toUnits(digits));
const list = (rows: readonly (readonly [string, Sum])[]): Readonly<Record<string, Sum>> =>
  Object.fromEntries(rows.filter(([, { count, units }]) => count > 0 || units !== null).toSorted());

/** Returns the figures of the product in the form of the second program. */
function toExpected({ figures }: StatementView): ExpectedStatement {
  const { opening, closing, change, lines, memo, refunds } = figures;
  return {
    ...{ opening: toUnitsOrNull(opening), closing: toUnitsOrNull(closing), change: toUnits(change) },
    lines: list(lines.map(({ name, count, amount }) => [name, { count, units: toUnitsOrNull(amount) }])),
    memo: list(memo.map(({ name, known, amount }) => [name, { count: known, units: toUnitsOrNull(amount) }])),
    memoOf: memo[0]?.count ?? 0,
    refunds: Object.fromEntries(
      refunds
        .map(({ coin, count, amount, fee }): [string, ExpectedStatement['refunds'][string]] => [
          coin,
          { amount: { count, units: toUnitsOrNull(amount) }, fee: toUnitsOrNull(fee) },
        ])
        .toSorted(),
    ),
  };
}

/** Returns the paths at which two values differ, with both. */
function listDifferences(found: unknown, expected: unknown, path: string): readonly string[] {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null;
  if (!isObject(found) || !isObject(expected))
    return found === expected ? [] : [`${path}: ${found}, expected ${expected}`];
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...names].flatMap((name) => listDifferences(found[name], expected[name], `${path} ${name}`));
}

const countFigures = ({ lines, memo, refunds }: ExpectedStatement): number =>
  4 + 2 * Object.keys(lines).length + 2 * Object.keys(memo).length + 3 * Object.keys(refunds).length;

/** Compares every statement and file of a year with the second program, digit by digit. */
export async function compareYear(
  { businessId, people, currencies }: Pick<PlayedYear, 'businessId' | 'people' | 'currencies'>,
  acts: Acts,
  files: readonly WrittenFile[],
) {
  const second = new SecondProgram(acts);
  let messages = 0;
  for await (const message of readMessages(businessId)) {
    second.add(message);
    messages += 1;
  }
  second.sort();
  const books = new SecondBooks();
  const differences: string[] = [];
  const lines = new Set<string>();
  let [statements, figures, postings] = [0, 0, 0];
  const runs = new Map<string, number>();
  for (const month of [...yearMonths, openMonth])
    for (const currency of currencies) {
      const period = parsePeriod(month);
      if (period === null) throw new Error(`no period: ${month}`);
      const isClosed = month !== openMonth;
      const view = await readStatement(people.preparer(), businessId, { currency, period });
      const found = toExpected(view);
      const stated = second.state(currency, month);
      const expected = stated.statement;
      differences.push(...listDifferences(found, expected, `${currency} ${month}`));
      if (isClosed !== (view.closed !== null)) differences.push(`${currency} ${month}: closed differs`);
      for (const { name, state } of view.proofs)
        if (state === 'bad') differences.push(`${currency} ${month}: the proof of ${name} differs`);
      for (const line of Object.keys(expected.lines)) lines.add(line);
      statements += 1;
      figures += countFigures(expected);
      const own = files.filter((file) => file.currency === currency && file.month === month);
      const hasGross = files.some((file) => file.currency === currency && file.posting === 'gross');
      const booked = books.book(currency, month, stated, hasGross);
      for (const file of own) {
        const compared = await compareFile({ businessId, people }, file, booked, expected.opening ?? 0n);
        differences.push(...compared.differences);
        postings += compared.postings;
        runs.set(file.target, (runs.get(file.target) ?? 0) + file.runIds.length);
      }
    }
  return {
    ...{ messages, statements, figures, postings, files: Object.fromEntries([...runs].toSorted()) },
    ...{ lines: [...lines].toSorted(), differences },
  };
}
