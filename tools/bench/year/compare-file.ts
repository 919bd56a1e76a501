import { fetchRun } from '#lib/accounting/index.ts';
import type { WrittenFile } from './files.ts';
import { names, numbers, rate } from './files.ts';
import type { PlayedYear } from './people.ts';
import { readPostings } from './read-postings.ts';
import type { MonthOfBooks, Postings } from './second-books.ts';
import { postExactly, postInCents } from './second-books.ts';

const exactTargets: readonly string[] = ['csv', 'hledger', 'beancount'];
const bankTargets: readonly string[] = ['camt', 'xeroBank'];

/** Returns the last day of a month. */
const findLastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** Returns the change of the position by day. A bank statement has nothing else. */
const keepPosition = (postings: Postings): Postings =>
  new Map(
    [...postings].flatMap(([key, units]): [string, bigint][] => {
      const [day, account, currency] = key.split(' ');
      return account === 'clearing' ? [[`${day} position ${currency}`, units]] : [];
    }),
  );

function expectPostings(file: WrittenFile, booked: MonthOfBooks, opening: bigint): Postings {
  const { target, mode, posting, currency, month } = file;
  const grouping = { mode, lastDay: findLastDay(month) };
  if (exactTargets.includes(target)) return postExactly(booked[posting], grouping, currency);
  // The lines of a bank statement join its rounded balances.
  const start = bankTargets.includes(target) ? opening : 0n;
  const postings = postInCents(booked[posting], grouping, { rate: currency === 'EUR' ? null : rate, start });
  return bankTargets.includes(target) ? keepPosition(postings) : postings;
}

/** Compares the files of a month for a program with the second program: the sum of each account by day. */
export async function compareFile(
  { businessId, people }: Pick<PlayedYear, 'businessId' | 'people'>,
  file: WrittenFile,
  booked: MonthOfBooks,
  opening: bigint,
): Promise<{ readonly postings: number; readonly differences: readonly string[] }> {
  const { target, currency, month, runIds } = file;
  const accounts: Readonly<Record<string, string>> = target === 'datev' ? numbers : names;
  const roles = new Map(Object.entries(accounts).map(([role, account]) => [account, role]));
  const found = new Map<string, bigint>();
  for (const runId of runIds) {
    const { body } = await fetchRun(people.preparer(), businessId, runId);
    for (const one of readPostings(target, body)) {
      const key = `${one.day} ${roles.get(one.account) ?? one.account} ${one.currency}`;
      found.set(key, (found.get(key) ?? 0n) + one.units);
    }
  }
  const expected = expectPostings(file, booked, opening);
  const keys = [...new Set([...found.keys(), ...expected.keys()])].toSorted();
  return {
    postings: keys.length,
    differences: keys.flatMap((key) => {
      const [units, right] = [found.get(key) ?? 0n, expected.get(key) ?? 0n];
      return units === right ? [] : [`${currency} ${month} ${target} ${key}: ${units}, expected ${right}`];
    }),
  };
}
