import 'server-only';
import { SaxesParser } from 'saxes';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { ReadItem } from '../model/entries.ts';
import { joinTexts, StatementFileError } from '../model/entries.ts';
import { isCurrency, readDay } from '../model/entry-values.ts';

/** A text by its path below the entry, the balance or the account. */
type Texts = Map<string, string[]>;

const zero = signedAmount('0');
const first = (texts: Texts, ...paths: readonly string[]): string =>
  paths.map((path) => texts.get(path)?.[0] ?? '').find((text) => text !== '') ?? '';
const all = (texts: Texts, pattern: RegExp): readonly string[] =>
  [...texts].flatMap(([path, found]) => (pattern.test(path) ? found : []));

/** The depth of a statement: it is in a message, which is in the document. */
const statementDepth = 3;
/** Elements deeper than this are in no statement. */
const deepest = 60;
/** Names of elements are shorter, and an entry has fewer different texts. */
const longestName = 100;
const maximumPaths = 1_000;
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Returns the signed amount of an entry or a balance. A sign in the amount itself is refused. */
function readSigned(texts: Texts) {
  const parsed = parseAmount(first(texts, 'Amt').trim());
  const direction = first(texts, 'CdtDbtInd');
  if (parsed === null || (direction !== 'CRDT' && direction !== 'DBIT')) return null;
  return signedAmount(direction === 'CRDT' || isZero(parsed) ? parsed : `-${parsed}`);
}

/** Collects the entries of a document while it is parsed. */
class CamtCollector {
  readonly items: ReadItem[] = [];
  readonly #timeZone: string;
  readonly #path: string[] = [];
  /** The depth of the element whose texts are collected. */
  #root = 0;
  #texts: Texts = new Map();
  #currency = '';
  #account = '';
  #accountCurrency = '';
  #opening: ReturnType<typeof readSigned> = null;
  #closing: ReturnType<typeof readSigned> = null;
  #sum = zero;
  #place = 0;

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = localName(name);
    if (this.#path.length === 0) requireStatement(local, attributes);
    if (this.#path.length >= deepest || local.length > longestName) throw new StatementFileError('damaged');
    this.#path.push(local);
    if (local === 'Stmt' && this.#path.length === statementDepth) this.#beginStatement();
    const isInStatement = this.#path.length === statementDepth + 1 && this.#path.at(-2) === 'Stmt';
    if (isInStatement && (local === 'Ntry' || local === 'Bal' || local === 'Acct')) {
      this.#root = this.#path.length;
      this.#texts = new Map();
      this.#currency = '';
    }
    if (local === 'Amt' && this.#path.length === this.#root + 1) this.#currency = attributes['Ccy'] ?? '';
  }

  text(text: string): void {
    if (this.#root === 0 || text.trim() === '') return;
    const path = this.#path.slice(this.#root).join('/');
    const found = this.#texts.get(path);
    if (found === undefined) {
      if (this.#texts.size >= maximumPaths) throw new StatementFileError('damaged');
      this.#texts.set(path, [text.trim()]);
    } else if (found.length < 50) found.push(text.trim());
  }

  close(): void {
    const local = this.#path.at(-1);
    if (this.#path.length === this.#root) {
      if (local === 'Ntry') this.#addEntry();
      if (local === 'Bal') this.#addBalance();
      if (local === 'Acct') {
        this.#account = first(this.#texts, 'Id/IBAN', 'Id/Othr/Id');
        this.#accountCurrency = first(this.#texts, 'Ccy');
      }
      this.#root = 0;
    }
    if (local === 'Stmt' && this.#path.length === statementDepth) this.#endStatement();
    this.#path.pop();
  }

  #beginStatement(): void {
    this.#account = '';
    this.#accountCurrency = '';
    this.#opening = null;
    this.#closing = null;
    this.#sum = zero;
  }

  #addBalance(): void {
    const code = first(this.#texts, 'Tp/CdOrPrtry/Cd');
    if (code === 'OPBD' || (code === 'PRCD' && this.#opening === null))
      this.#opening = readSigned(this.#texts);
    if (code === 'CLBD') this.#closing = readSigned(this.#texts);
  }

  /** Opening and entries must equal the closing balance, or entries are missing from the file. */
  #endStatement(): void {
    if (this.#opening === null || this.#closing === null) return;
    const computed = addSigned(this.#opening, this.#sum);
    if (compareAmounts(computed, this.#closing) === 0) return;
    const value = `${computed} ≠ ${this.#closing} ${this.#accountCurrency}`.trim();
    this.items.push({ kind: 'refused', place: this.#place, problem: 'balance', value });
  }

  #addEntry(): void {
    this.#place += 1;
    const place = this.#place;
    const texts = this.#texts;
    const refuse = (problem: 'day' | 'amount' | 'currency' | 'status', value: string) =>
      this.items.push({ kind: 'refused', place, problem, value: value.slice(0, 100) });
    // Lines are known by their account, so those of two accounts without a name would be one.
    if (this.#account === '') throw new StatementFileError('damaged');
    const status = first(texts, 'Sts/Cd', 'Sts');
    if (status === '') {
      refuse('status', first(texts, 'Sts/Prtry'));
      return;
    }
    if (status !== 'BOOK') {
      this.items.push({ kind: 'skipped', place });
      return;
    }
    const amount = readSigned(texts);
    if (amount === null) {
      refuse('amount', joinTexts(first(texts, 'Amt'), first(texts, 'CdtDbtInd')));
      return;
    }
    this.#sum = addSigned(this.#sum, amount);
    if (isZero(amount)) {
      this.items.push({ kind: 'skipped', place });
      return;
    }
    const currency = this.#currency === '' ? this.#accountCurrency : this.#currency;
    if (!isCurrency(currency)) {
      refuse('currency', currency);
      return;
    }
    const date = first(texts, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm');
    const day = readDay(date, 'ymd', this.#timeZone);
    if (day === null) {
      refuse('day', date);
      return;
    }
    const parties = amount.startsWith('-') ? /RltdPties\/Cdtr\/(Pty\/)?Nm$/ : /RltdPties\/Dbtr\/(Pty\/)?Nm$/;
    const reference = first(texts, 'AcctSvcrRef');
    const entry = {
      place,
      account: this.#account,
      currency,
      day,
      amount,
      reference: reference.slice(0, 200),
      details: joinTexts(
        ...all(texts, parties),
        ...all(texts, /RmtInf\/(Ustrd|Strd\/CdtrRefInf\/Ref)$/),
        ...all(texts, /Refs\/(EndToEndId|TxId|InstrId)$/).filter((text) => text !== 'NOTPROVIDED'),
        first(texts, 'AddtlNtryInf'),
        first(texts, 'NtryRef'),
      ),
      transactionId: '',
      address: '',
    };
    this.items.push({ kind: 'entry', entry });
  }
}

/** @throws {StatementFileError} unless the document is a camt.053 statement. */
function requireStatement(root: string, attributes: Readonly<Record<string, string>>): void {
  const namespaces = Object.entries(attributes).flatMap(([name, value]) =>
    name === 'xmlns' || name.startsWith('xmlns:') ? [value] : [],
  );
  if (root !== 'Document' || !namespaces.some((uri) => /\bcamt\.053\.001\.\d\d$/.test(uri)))
    throw new StatementFileError('message');
}

/**
 * Reads a camt.053 statement of any version while it arrives. Entries that aren't booked are skipped. An entry of many
 * transactions is one line, as the bank booked it.
 *
 * @throws {StatementFileError} for a damaged document, another message, and any definition of a document type or entity.
 */
export async function* readCamt(
  chunks: AsyncIterable<string>,
  { timeZone }: { readonly timeZone: string },
): AsyncGenerator<ReadItem> {
  const collector = new CamtCollector(timeZone);
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => {
    throw new StatementFileError('damaged');
  });
  parser.on('doctype', () => {
    throw new StatementFileError('definition');
  });
  parser.on('opentag', ({ name, attributes }) => collector.open(name, attributes));
  parser.on('text', (text) => collector.text(text));
  parser.on('cdata', (text) => collector.text(text));
  parser.on('closetag', () => collector.close());
  for await (const chunk of chunks) {
    parser.write(chunk);
    yield* collector.items.splice(0);
  }
  parser.close();
  yield* collector.items.splice(0);
}
