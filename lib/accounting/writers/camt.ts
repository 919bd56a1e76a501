import 'server-only';
import type { SignedAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import type { BookedEntry } from '../model/booked.ts';
import { formatDecimals } from '../model/booked.ts';
import { describeEntry } from '../model/describe-entry.ts';
import { toShortId } from './short-id.ts';

/** The position around the entries of a file, in the decimals of the books, and the bounds of the period in UTC. */
export type StatementBalances = {
  readonly opening: SignedAmount;
  readonly beginsAt: string;
  /** The start of the next period. */
  readonly endsAt: string;
};

type CamtInput = {
  readonly businessId: string;
  readonly run: number;
  readonly entries: readonly BookedEntry[];
  readonly days: { readonly from: string; readonly to: string };
  readonly currency: string;
  readonly createdAt: Date;
  readonly balances: StatementBalances | null;
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeText = (text: string): string => text.replace(/[&<>]/g, (letter) => escapes[letter] ?? letter);

/** An element with its content, which is text, or elements that are strings already. */
const element = (name: string, ...content: readonly string[]): string =>
  `<${name}>${content.join('')}</${name}>`;
const leaf = (name: string, text: string): string => element(name, escapeText(text));

/** An amount without sign, and its direction. */
function writeAmount(digits: SignedAmount, currency: string): string {
  const isDebit = digits.startsWith('-');
  const text = formatDecimals(isDebit ? digits.slice(1) : digits, currency);
  const amount = `<Amt Ccy="${escapeText(currency)}">${text}</Amt>`;
  return amount + leaf('CdtDbtInd', isDebit ? 'DBIT' : 'CRDT');
}

const writeBalance = (code: string, digits: SignedAmount, currency: string, day: string): string =>
  element(
    'Bal',
    element('Tp', element('CdOrPrtry', leaf('Cd', code))),
    writeAmount(digits, currency),
    element('Dt', leaf('Dt', day)),
  );

const sum = (digits: readonly SignedAmount[]): SignedAmount =>
  digits.reduce((total, one) => addSigned(total, one), signedAmount('0'));

/** The number of entries and their sum without sign. */
function writeTotal(name: string, digits: readonly SignedAmount[]): string {
  const total = digits.map((one) => signedAmount(one.replace('-', '')));
  return element(name, leaf('NbOfNtries', String(digits.length)), leaf('Sum', sum(total)));
}

/** By how much an entry changes the position. */
const toSigned = ({ debit, booked }: BookedEntry): SignedAmount =>
  signedAmount(debit === 'clearing' || isZero(booked) ? booked : `-${booked}`);

function writeEntry(entry: BookedEntry, currency: string): string {
  const { id, day, kind, recordId } = entry;
  const signed = toSigned(entry);
  const reference = toShortId(id);
  const family = signed.startsWith('-') ? 'ICDT' : 'RCDT';
  const date = leaf('Dt', day);
  return element(
    'Ntry',
    leaf('NtryRef', reference),
    writeAmount(signed, currency),
    element('Sts', leaf('Cd', 'BOOK')),
    element('BookgDt', date),
    element('ValDt', date),
    leaf('AcctSvcrRef', reference),
    element(
      'BkTxCd',
      element('Domn', leaf('Cd', 'PMNT'), element('Fmly', leaf('Cd', family), leaf('SubFmlyCd', 'OTHR'))),
      element('Prtry', leaf('Cd', kind), leaf('Issr', 'Countinghouse')),
    ),
    element(
      'NtryDtls',
      element(
        'TxDtls',
        ...(recordId === null ? [] : [element('Refs', leaf('TxId', recordId.replaceAll('-', '')))]),
        writeAmount(signed, currency),
        element('RmtInf', leaf('Ustrd', describeEntry(entry).slice(0, 140))),
      ),
    ),
    leaf('AddtlNtryInf', id),
  );
}

/** Formats a time in UTC without fractions of a second. */
const formatTime = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

/**
 * Writes a statement of the position as a bank sends it: camt.053.001.08. An entry that raises the position is a credit. The
 * opening balance includes what other runs of the period hold, so that opening and entries equal the closing balance.
 */
export function writeCamt(input: CamtInput): Uint8Array {
  const { businessId, run, entries, days, currency, createdAt, balances } = input;
  if (balances === null) throw new RangeError('a bank statement needs balances');
  const amounts = entries.map(toSigned);
  const closing = addSigned(balances.opening, sum(amounts));
  const [from, to] = [new Date(balances.beginsAt), new Date(Date.parse(balances.endsAt) - 1_000)];
  const created = leaf('CreDtTm', formatTime(createdAt));
  const document = element(
    'BkToCstmrStmt',
    element('GrpHdr', leaf('MsgId', `CH-${run}-${createdAt.getTime()}`), created),
    element(
      'Stmt',
      leaf('Id', `CH-${currency}-${run}`),
      leaf('ElctrncSeqNb', String(run)),
      created,
      element('FrToDt', leaf('FrDtTm', formatTime(from)), leaf('ToDtTm', formatTime(to))),
      element(
        'Acct',
        element('Id', element('Othr', leaf('Id', businessId.replaceAll('-', '')))),
        leaf('Ccy', currency),
      ),
      writeBalance('OPBD', balances.opening, currency, days.from),
      writeBalance('CLBD', closing, currency, days.to),
      element(
        'TxsSummry',
        writeTotal('TtlNtries', amounts),
        writeTotal(
          'TtlCdtNtries',
          amounts.filter((one) => !one.startsWith('-')),
        ),
        writeTotal(
          'TtlDbtNtries',
          amounts.filter((one) => one.startsWith('-')),
        ),
      ),
      ...entries.map((entry) => `\n${writeEntry(entry, currency)}`),
      '\n',
    ),
  );
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">${document}</Document>\n`,
  );
}
