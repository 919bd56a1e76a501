import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleKinds } from './choices.ts';
import type { OpenLine, OpenRecord } from './match-lines.ts';
import { matchLines } from './match-lines.ts';
import type { MatchRule } from './rules.ts';

const rule = (fields: Partial<MatchRule> = {}, tolerance = 0n) => ({
  rule: {
    ...{ ruleId: 'r', name: 'Rule', currency: 'EUR', kind: 'batch' as const, records: 'deposit' as const },
    ...{ contains: '', days: 7, tolerance: '0', joinsLines: false, suggests: false },
    ...fields,
  },
  tolerance,
});
const line = (lineId: string, day: string, amount: bigint, text = ''): OpenLine => ({
  lineId,
  day,
  amount,
  text,
});
const record = (
  recordId: string,
  day: string,
  amount: bigint,
  fields: Partial<OpenRecord> = {},
): OpenRecord => ({
  ...{ recordId, kind: 'deposit', day, amount, names: [], address: '' },
  ...fields,
});

/** Returns matches as "lines = records state difference". */
const describeMatches = (...input: Parameters<typeof matchLines>) =>
  matchLines(...input).map(
    ({ lines, records, state, difference }) =>
      `${lines.map(({ lineId }) => lineId)} = ${records.map(({ recordId }) => recordId)} ${state} ${difference}`,
  );

describe('payouts of many deposits', () => {
  const records = [
    record('a', '2026-11-02', 10n),
    record('b', '2026-11-02', 20n),
    record('c', '2026-11-03', 5n),
  ];
  test('match whole days by their sum', () => {
    const lines = [line('1', '2026-11-03', 30n), line('2', '2026-11-04', 5n)];
    expect(describeMatches([rule()], lines, records)).toEqual(['1 = a,b rule 0', '2 = c rule 0']);
  });
  test('match several days, as after a weekend', () => {
    expect(describeMatches([rule()], [line('1', '2026-11-05', 35n)], records)).toEqual(['1 = a,b,c rule 0']);
  });
  test('match less a fee within the tolerance only', () => {
    const lines = [line('1', '2026-11-03', 28n)];
    expect(describeMatches([rule({}, 2n)], lines, records)).toEqual(['1 = a,b rule 2']);
    expect(describeMatches([rule({}, 1n)], lines, records)).toEqual([]);
  });
  test('match the oldest deposits where a payout ends within a day', () => {
    expect(describeMatches([rule()], [line('1', '2026-11-02', 10n)], records)).toEqual(['1 = a rule 0']);
  });
  test('join the lines of a day', () => {
    const lines = [line('1', '2026-11-03', 12n), line('2', '2026-11-03', 18n)];
    expect(describeMatches([rule({ joinsLines: true })], lines, records)).toEqual(['1,2 = a,b rule 0']);
  });
  test('join very many lines of a day, in linear time', () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => line(String(at), '2026-11-03', 1n));
    const whole = [record('a', '2026-11-02', 200_000n)];
    const [found] = matchLines([rule({ joinsLines: true })], lines, whole);
    expect(found).toMatchObject({ records: whole, difference: 0n });
    expect(found?.lines).toHaveLength(200_000);
  });
  test('pay out very many deposits of a day one after the other, in linear time', () => {
    const count = 60_000;
    const lines = Array.from({ length: count }, (_, at) => line(String(at), '2026-11-03', BigInt(at + 1)));
    const deposits = Array.from({ length: count }, (_, at) =>
      record(String(at), '2026-11-02', BigInt(at + 1)),
    );
    const found = matchLines([rule()], lines, deposits);
    expect(found).toHaveLength(count);
    expect(found.at(-1)).toMatchObject({ records: [{ recordId: String(count - 1) }], difference: 0n });
  });
  test('only suggest where two spans of days have the sum', () => {
    const same = [record('a', '2026-11-01', 30n), record('b', '2026-11-02', 30n)];
    expect(describeMatches([rule()], [line('1', '2026-11-03', 30n)], same)).toEqual(['1 = a suggested 0']);
  });
  test('ignore deposits outside the window, later ones, other texts and money that left', () => {
    const old = [record('a', '2026-10-01', 30n), record('b', '2026-11-05', 30n)];
    expect(describeMatches([rule()], [line('1', '2026-11-03', 30n)], old)).toEqual([]);
    const lines = [line('1', '2026-11-03', 30n, 'invoice'), line('2', '2026-11-03', -30n, 'settlement')];
    expect(describeMatches([rule({ contains: 'Settlement' })], lines, records)).toEqual([]);
  });
});

describe('identifiers', () => {
  const find = rule({ kind: 'identifier' });
  test('match one line with several records, several lines with one, and IDs without hyphens', () => {
    const id = '0a1b2c3d-0000-4000-8000-000000000001';
    const records = [
      record('a', '2026-11-02', 10n, { names: [id.replaceAll('-', '')] }),
      record('b', '2026-11-02', 5n, { names: ['order77123'] }),
      record('c', '2026-11-02', 9n, { names: ['0xhash9999'] }),
    ];
    const lines = [
      line('1', '2026-11-03', 15n, `pay ${id.replaceAll('-', '')}, order-77123`),
      line('2', '2026-11-03', 4n, '0xhash9999'),
      line('3', '2026-11-09', 5n, 'ref 0xhash9999 rest'),
    ];
    expect(describeMatches([find], lines, records)).toEqual(['1 = a,b rule 0', '2,3 = c rule 0']);
  });
  test('join very many lines that name one record, in linear time', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) =>
      line(String(at), '2026-11-03', 1n, 'order-77123'),
    );
    const records = [record('a', '2026-11-02', 30_000n, { names: ['order77123'] })];
    expect(matchLines([find], lines, records)).toMatchObject([{ records, difference: 0n }]);
  });
  test('leave a group whose sums differ', () => {
    const records = [record('a', '2026-11-02', 10n, { names: ['order77123'] })];
    expect(describeMatches([find], [line('1', '2026-11-03', 9n, 'order-77123')], records)).toEqual([]);
  });
});

describe('one record', () => {
  test('matches by amount, and suggests the oldest of several', () => {
    const records = [
      record('a', '2026-11-01', 7n),
      record('b', '2026-11-02', 7n),
      record('c', '2026-11-02', 8n),
    ];
    const lines = [line('1', '2026-11-03', 7n), line('2', '2026-11-03', 8n)];
    expect(describeMatches([rule({ kind: 'amount' })], lines, records)).toEqual([
      '1 = a suggested 0',
      '2 = c rule 0',
    ]);
  });
  test('matches a withdrawal by the address of the line', () => {
    const records = [
      record('a', '2026-11-01', 7n, { kind: 'withdrawal', address: '0xaaa' }),
      record('b', '2026-11-01', 7n, { kind: 'withdrawal', address: '0xbbb' }),
    ];
    expect(
      describeMatches(
        [rule({ kind: 'address', records: 'withdrawal' })],
        [line('1', '2026-11-01', 7n, 'to 0xbbb')],
        records,
      ),
    ).toEqual(['1 = b rule 0']);
  });
});

test('rules apply in their order, and lines to ignore need no record', () => {
  const lines = [line('1', '2026-11-03', -5n, 'account fee'), line('2', '2026-11-03', 7n)];
  const records = [record('a', '2026-11-02', 7n)];
  expect(
    describeMatches(
      [rule({ kind: 'ignore', contains: 'fee' }), rule({ suggests: true }), rule()],
      lines,
      records,
    ),
  ).toEqual(['1 =  ignored 0', '2 = a suggested 0']);
});

test('each line and each record is in one match at most, sums add up, and a repetition gives the same', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-05'];
  const amounts = fc.bigInt({ min: 1n, max: 12n });
  const lines = fc.array(
    fc.record({ day: fc.constantFrom(...days), amount: fc.bigInt({ min: -5n, max: 30n }), name: fc.nat(5) }),
    { maxLength: 12 },
  );
  const records = fc.array(
    fc.record({ day: fc.constantFrom(...days), amount: amounts, name: fc.nat(5), isDeposit: fc.boolean() }),
    { maxLength: 14 },
  );
  const rules = fc.array(
    fc.record({
      kind: fc.constantFrom(...ruleKinds),
      records: fc.constantFrom('deposit' as const, 'withdrawal' as const),
      contains: fc.constantFrom('', 'name-1'),
      days: fc.nat(6),
      joinsLines: fc.boolean(),
      suggests: fc.boolean(),
      tolerance: fc.bigInt({ min: 0n, max: 4n }),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(lines, records, rules, (someLines, someRecords, someRules) => {
      const input = [
        someRules.map(({ tolerance, ...fields }) => rule(fields, tolerance)),
        someLines
          .filter(({ amount }) => amount !== 0n)
          .map(({ day, amount, name }, at) =>
            line(`l${at}`, day, amount, `text name-${name} 0xaddress${name}`),
          ),
        someRecords.map(({ day, amount, name, isDeposit }, at) =>
          record(`r${at}`, day, amount, {
            ...{
              kind: isDeposit ? 'deposit' : 'withdrawal',
              names: [`name${name}`],
              address: `0xaddress${name}`,
            },
          }),
        ),
      ] as const;
      const found = matchLines(...input);
      const usedLines = found.flatMap((match) => match.lines);
      const usedRecords = found.flatMap((match) => match.records);
      expect(new Set(usedLines).size).toBe(usedLines.length);
      expect(new Set(usedRecords).size).toBe(usedRecords.length);
      for (const match of found) {
        const tolerance = input[0].find((one) => one.rule === match.rule)?.tolerance ?? 0n;
        const sum = (items: readonly { readonly amount: bigint }[]) =>
          items.reduce((total, { amount }) => total + amount, 0n);
        expect(match.lines.length).toBeGreaterThan(0);
        if (match.state === 'ignored') expect(match.records).toEqual([]);
        else {
          expect(match.difference).toBe(sum(match.records) - sum(match.lines));
          expect(match.difference >= 0n && match.difference <= tolerance).toBe(true);
          expect(new Set(match.records.map(({ kind }) => kind)).size).toBe(1);
        }
      }
      expect(describeMatches(...input)).toEqual(describeMatches(...input));
    }),
    { numRuns: 2_000 },
  );
});
