import { read as readMt940 } from 'mt940-js';
import { describe, expect, test } from 'vitest';
import { readCamtStrictly } from '#lib/accounting/testing/read-camt-strictly.ts';
import { defaultAssumptions } from '#lib/values/assumptions/assumptions.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import { generateHistory } from '../history/generator.ts';
import { openStore } from '../storage/store.ts';
import { createBankStatement, listBankCurrencies, toDay } from './bank-lines.ts';
import { statementFormats, writeStatement } from './write-statement.ts';

const to = 1_790_000_000;
const store = openStore(':memory:');
generateHistory({
  ...{ store, publicUrl: 'https://sandbox.example', assumed: defaultAssumptions, seed: 7, to, payments: 260 },
  businesses: store.businesses.all(),
  from: to - 122 * 86_400,
});
const [business] = store.businesses.all();
if (business === undefined) throw new Error('no business');
const currencies = listBankCurrencies(store, business.id);
const read = (currency: string, from: string, until = toDay(to)) =>
  createBankStatement(store, { businessId: business.id, currency, from, to: until, now: to });
const sum = (lines: readonly { readonly amount: ReturnType<typeof signedAmount> }[]) =>
  lines.reduce((total, { amount }) => addSigned(total, amount), signedAmount('0'));

/** Digits as an integer of 10⁻³⁰, without code of the product. */
const toUnits = (digits: string): bigint => {
  const [whole = '0', fraction = ''] = digits.split('.');
  return BigInt(whole + fraction.padEnd(30, '0'));
};
const cent = 10n ** 28n;

describe('statements of the merchant’s bank', () => {
  test('are the same each time, and those of two halves are the whole', () => {
    const [from, middle] = [toDay(to - 60 * 86_400), toDay(to - 30 * 86_400)];
    const whole = read('EUR', from);
    expect(read('EUR', from)).toEqual(whole);
    const first = read('EUR', from, toDay(to - 31 * 86_400));
    const second = read('EUR', middle);
    expect([...first.lines, ...second.lines]).toEqual(whole.lines);
    expect(second.opening).toBe(addSigned(first.opening, sum(first.lines)));
  });

  test('pay out what was settled: less fees, late, in parts, and with mistakes to find', () => {
    const { lines } = read('EUR', toDay(to - 130 * 86_400));
    const settled = new Map<string, bigint>();
    for (const { record } of store.payments.page(business.id, 0, 1_000).payments)
      for (const {
        status,
        settlementCurrency,
        settlementPayableAmount,
        depositReceivedAt,
      } of record.deposits) {
        if (status !== 'CONFIRMED' || settlementCurrency !== 'EUR') continue;
        if (!settlementPayableAmount || !depositReceivedAt) continue;
        // On the next working day.
        const date = new Date(Number(depositReceivedAt) * 1_000);
        do date.setUTCDate(date.getUTCDate() + 1);
        while (date.getUTCDay() % 6 === 0);
        const day = date.toISOString().slice(0, 10);
        settled.set(day, (settled.get(day) ?? 0n) + toUnits(settlementPayableAmount));
      }
    const payouts = Map.groupBy(
      lines.filter(({ text }) => text.startsWith('Settlement')),
      ({ text }) => text.slice('Settlement '.length, 'Settlement 2026-01-01'.length),
    );
    const kinds = [...payouts].map(([day, parts]) => {
      // A bank pays whole cents.
      const sum = ((settled.get(day) ?? 0n) / cent) * cent;
      const [first = 0n, second] = parts.map(({ amount }) => toUnits(amount));
      if (second !== undefined)
        return first === sum && second === sum ? 'twice' : first + second === sum ? 'in parts' : 'other';
      if (first === sum) return toDay(parts[0]?.at ?? 0) === day ? 'as settled' : 'late';
      return first === sum - 35n * cent ? 'less a fee' : first === sum + 900n * cent ? 'wrong' : 'other';
    });
    expect([...new Set(kinds)].toSorted()).toEqual(
      ['as settled', 'in parts', 'late', 'less a fee', 'twice', 'wrong'].toSorted(),
    );
    expect(lines.some(({ text }) => text.startsWith('Invoice'))).toBe(true);
    expect(new Set(lines.map(({ reference }) => reference)).size).toBe(lines.length);
    // No line is of a day that isn't there yet.
    expect(lines.every(({ at }) => at < to)).toBe(true);
  });

  test('have withdrawals to a wallet with their transactions', () => {
    const coin = currencies.find((currency) =>
      read(currency, toDay(to - 130 * 86_400)).account.startsWith('Wallet'),
    );
    expect(coin).toBeDefined();
    const { lines } = read(coin ?? '', toDay(to - 130 * 86_400));
    expect(
      lines.some(({ text, transactionId }) => text.startsWith('Withdrawal') && transactionId !== ''),
    ).toBe(true);
  });

  test.each(statementFormats)('are written as %s with a line for each entry', (format) => {
    const statement = read('EUR', toDay(to - 60 * 86_400));
    const { text, fileName } = writeStatement(statement, format);
    const marks = {
      mt940: /^:61:/gm,
      csv: /^\d\d\.\d\d\.\d{4};/gm,
      'wallet-csv': /^\d{4}-\d\d-\d\d /gm,
    } as const;
    const mark =
      format === 'mt940' || format === 'csv' || format === 'wallet-csv' ? marks[format] : /<Ntry>/g;
    expect(text.match(mark)).toHaveLength(statement.lines.length);
    expect(fileName).toMatch(/^EUR-\d{4}-\d\d-\d\d-/);
  });

  test('have the same days, amounts and references in both kinds of CSV', () => {
    const statement = read('EUR', toDay(to - 60 * 86_400));
    const fromGerman = (amount: string): string => amount.replaceAll('.', '').replace(',', '.');
    const bank = writeStatement(statement, 'csv').text.split('\r\n').slice(4, -1);
    expect(
      bank.map((line) => {
        const [day = '', , , , reference, amount = ''] = line.split(';');
        return `${day.split('.').toReversed().join('-')} ${reference} ${fromGerman(amount)}`;
      }),
    ).toEqual(
      statement.lines.map(({ at, reference, amount }) => {
        const [whole, fraction = ''] = amount.split('.');
        return `${toDay(at)} ${reference} ${whole}.${fraction.padEnd(2, '0')}`;
      }),
    );
    const wallet = writeStatement(statement, 'wallet-csv').text.split('\n').slice(1, -1);
    expect(wallet.map((line) => line.split(',').slice(0, 3).join(' '))).toEqual(
      statement.lines.map(
        ({ at, amount }) =>
          `${new Date(at * 1_000).toISOString().replace('T', ' ').slice(0, 19)} UTC ${amount} EUR`,
      ),
    );
  });

  test.each(['camt.053.001.02', 'camt.053.001.08'] as const)(
    'have the structure of %s, which a strict reader checks',
    (format) => {
      const statement = read('EUR', toDay(to - 60 * 86_400));
      const { text } = writeStatement(statement, format);
      const found = readCamtStrictly(text);
      const toCents = (digits: string): string => {
        const [whole = '0', fraction = ''] = digits.split('.');
        return `${whole}.${fraction.padEnd(2, '0')}`;
      };
      expect(found).toEqual({
        opening: toCents(statement.opening),
        closing: toCents(addSigned(statement.opening, sum(statement.lines))),
        entries: statement.lines.map(({ at, amount }) => [toDay(at), toCents(amount)]),
      });
      // Each version refuses the elements of the other one.
      const other = format.endsWith('02') ? '08' : '02';
      expect(() => readCamtStrictly(text.replace(/053\.001\.0\d/, `053.001.${other}`))).toThrow('Sts');
    },
  );

  test('are read by an independent library of MT940 with the same amounts and balances', async () => {
    const statement = read('EUR', toDay(to - 60 * 86_400));
    const { text } = writeStatement(statement, 'mt940');
    const [found, ...others] = await readMt940(Buffer.from(text));
    expect(others).toEqual([]);
    const toCents = (value: number, isCredit: boolean) => Math.round(value * 100) * (isCredit ? 1 : -1);
    const toWhole = (digits: string) => Number((toUnits(digits.replace('-', '')) * 100n) / 10n ** 30n);
    const toSigned = (digits: string) => toWhole(digits) * (digits.startsWith('-') ? -1 : 1);
    expect(
      found?.transactions.map(({ valueDate, amount, isCredit, currency, bankReference }) =>
        [valueDate, toCents(amount, isCredit), currency, bankReference].join(' '),
      ),
    ).toEqual(
      statement.lines.map(({ at, amount, reference }) =>
        [toDay(at), toSigned(amount), 'EUR', reference].join(' '),
      ),
    );
    const closing = addSigned(statement.opening, sum(statement.lines));
    const balances = [found?.openingBalance, found?.closingBalance].map(
      (balance) => balance && toCents(balance.value, balance.isCredit),
    );
    expect(balances).toEqual([toSigned(statement.opening), toSigned(closing)]);
    expect(found?.accountId).toBe(statement.account);
  });
});
