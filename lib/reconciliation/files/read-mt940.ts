import 'server-only';
import { isDay } from '#lib/statements/model/period.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { ReadItem, StatementEntry } from '../model/entries.ts';
import { joinTexts, StatementFileError } from '../model/entries.ts';
import { isCurrency } from '../model/entry-values.ts';

/** A field of the message: its tag and its lines. */
type Field = { readonly tag: string; readonly lines: readonly string[] };

/** Longest field. Statements have fields of a few hundred characters. */
const longestField = 100_000;

/** Purposes of one entry that are read. */
const maximumPurposes = 50;

async function* readFields(chunks: AsyncIterable<string>): AsyncGenerator<Field> {
  let rest = '';
  let open: { tag: string; lines: string[]; length: number } | null = null;
  function* take(line: string): Generator<Field> {
    const match = /^(?:\{.*\})?(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line);
    if (match !== null) {
      if (open !== null) yield open;
      open = { tag: match[1] ?? '', lines: [match[2] ?? ''], length: 0 };
    } else if (/^-\}?/.test(line) && line.length <= 3) {
      if (open !== null) yield open;
      open = null;
    } else if (open !== null) {
      open.length += line.length;
      if (open.length > longestField) throw new StatementFileError('damaged');
      open.lines.push(line);
    }
  }
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestField) throw new StatementFileError('damaged');
    for (const line of lines) yield* take(line);
  }
  yield* take(rest.replace(/\r$/, ''));
  yield* take('-');
}

const toDigits = (text: string): string =>
  text
    .replace(',', '.')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '');
const toDay = (date: string): string => `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`;

/** Returns the day of booking. It has no year, and may be on the other side of New Year. */
function findBookingDay(valued: string, booked: string | undefined): string {
  if (booked === undefined) return toDay(valued);
  const year = Number(valued.slice(0, 2));
  const months = Number(booked.slice(0, 2)) - Number(valued.slice(2, 4));
  const shift = months > 6 ? -1 : months < -6 ? 1 : 0;
  return toDay(`${String(year + shift).padStart(2, '0')}${booked}`);
}

const balancePattern = /^([CD])(\d{6})([A-Z]{3})(\d[\d.]*,?\d*)/;

function readBalance(text: string) {
  const [, sign, , currency = '', digits = ''] = balancePattern.exec(text) ?? [];
  const parsed = parseAmount(toDigits(digits));
  if (parsed === null) return null;
  return { currency, amount: signedAmount(sign === 'D' && !isZero(parsed) ? `-${parsed}` : parsed) };
}

/** Reads the purpose of a field 86. Banks divide it by a sign and two digits, in Germany by question marks. */
function readPurpose(lines: readonly string[]): string {
  const text = lines.join('');
  const mark = /^\d{3}([?<>+])/.exec(text)?.[1];
  if (mark === undefined) return joinTexts(lines.join(' '));
  const parts = text.split(mark).slice(1);
  const collect = (pattern: RegExp) =>
    parts.flatMap((part) => (pattern.test(part) ? [part.slice(2)] : [])).join('');
  return joinTexts(collect(/^3[23]/), collect(/^(2\d|6[0-3])/), collect(/^00/));
}

const entryPattern = /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d{1,32}(?:,\d*)?)([A-Z][A-Z0-9]{3})(.*)$/s;

/** Holds an entry until its purpose is read. */
type Pending = { readonly entry: StatementEntry; readonly details: readonly string[] };

/**
 * Reads MT940 statements while they arrive. Expected entries are skipped.
 *
 * @throws {StatementFileError} where the file has no statement, or one without its closing balance, because the rest is missing.
 */
export async function* readMt940(chunks: AsyncIterable<string>): AsyncGenerator<ReadItem> {
  const zero = signedAmount('0');
  let [account, currency, place, hasStatement] = ['', '', 0, false];
  let opening: ReturnType<typeof readBalance> = null;
  let isOpen = false;
  let sum = zero;
  let pending: Pending | null = null;
  const flush = (): readonly ReadItem[] => {
    if (pending === null) return [];
    const { entry, details } = pending;
    pending = null;
    return [{ kind: 'entry', entry: { ...entry, details: joinTexts(...details) } }];
  };
  for await (const { tag, lines } of readFields(chunks)) {
    const [line = '', ...further] = lines;
    if (tag === '86') {
      if (pending !== null) {
        const held: Pending = pending;
        if (held.details.length < maximumPurposes)
          pending = { ...held, details: [readPurpose(lines), ...held.details] };
      }
      continue;
    }
    yield* flush();
    const begins = tag === '60F' || tag === '60M';
    if (isOpen && (begins || tag === '20')) throw new StatementFileError('damaged');
    if (tag === '20') hasStatement = true;
    if (tag === '25') account = line.trim().slice(0, 100);
    if (begins) {
      isOpen = true;
      opening = readBalance(line);
      currency = opening?.currency ?? '';
      sum = zero;
    }
    if (tag === '62F' || tag === '62M') {
      const closing = readBalance(line);
      if (closing === null) throw new StatementFileError('damaged');
      isOpen = false;
      const computed = addSigned(opening?.amount ?? zero, sum);
      if (opening !== null && compareAmounts(computed, closing.amount) !== 0)
        yield {
          kind: 'refused',
          place,
          problem: 'balance',
          value: `${computed} ≠ ${closing.amount} ${currency}`,
        };
    }
    if (tag !== '61') continue;
    place += 1;
    const match = entryPattern.exec(line);
    if (match === null) {
      yield { kind: 'refused', place, problem: 'amount', value: line.slice(0, 100) };
      continue;
    }
    const [, valued = '', booked, mark = '', , digits = '', , references = ''] = match;
    if (mark.startsWith('E')) {
      yield { kind: 'skipped', place };
      continue;
    }
    const parsed = parseAmount(toDigits(digits));
    const day = findBookingDay(valued, booked);
    if (parsed === null) {
      yield { kind: 'refused', place, problem: 'amount', value: digits };
      continue;
    }
    const isCredit = mark === 'C' || mark === 'RD';
    const amount = signedAmount(isCredit || isZero(parsed) ? parsed : `-${parsed}`);
    sum = addSigned(sum, amount);
    if (isZero(parsed)) yield { kind: 'skipped', place };
    else if (!isDay(day)) yield { kind: 'refused', place, problem: 'day', value: `${valued}${booked ?? ''}` };
    else if (!isCurrency(currency)) yield { kind: 'refused', place, problem: 'currency', value: currency };
    else {
      const [customer = '', bank = ''] = references.split('//');
      const named = customer.trim() === 'NONREF' ? '' : customer.trim();
      pending = {
        entry: {
          place,
          account,
          currency,
          day,
          amount,
          reference: bank.trim().slice(0, 200),
          details: '',
          transactionId: '',
          address: '',
        },
        details: [named, ...further],
      };
    }
  }
  yield* flush();
  if (isOpen) throw new StatementFileError('damaged');
  if (!hasStatement) throw new StatementFileError('unknown');
}
