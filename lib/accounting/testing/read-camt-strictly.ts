import { SaxesParser } from 'saxes';

/**
 * The part of the schema camt.053.001.08 that statements use: children in their order, with the fewest and most of each, and the
 * forms of texts. Order, numbers and lengths are those of the schema of ISO 20022.
 */
type Child = readonly [name: string, fewest: number, most: number];
type Schema = Readonly<Record<string, readonly Child[] | RegExp>>;
const many = Number.POSITIVE_INFINITY;
const newSchema: Schema = {
  Document: [['BkToCstmrStmt', 1, 1]],
  BkToCstmrStmt: [
    ['GrpHdr', 1, 1],
    ['Stmt', 1, many],
  ],
  GrpHdr: [
    ['MsgId', 1, 1],
    ['CreDtTm', 1, 1],
  ],
  Stmt: [
    ['Id', 1, 1],
    ['ElctrncSeqNb', 0, 1],
    ['CreDtTm', 0, 1],
    ['FrToDt', 0, 1],
    ['Acct', 1, 1],
    ['Bal', 1, many],
    ['TxsSummry', 0, 1],
    ['Ntry', 0, many],
  ],
  FrToDt: [
    ['FrDtTm', 1, 1],
    ['ToDtTm', 1, 1],
  ],
  Acct: [
    ['Id', 1, 1],
    ['Ccy', 0, 1],
    ['Ownr', 0, 1],
  ],
  // It needs one of both.
  'Acct/Id': [
    ['IBAN', 0, 1],
    ['Othr', 0, 1],
  ],
  IBAN: /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/,
  Ownr: [['Nm', 0, 1]],
  Nm: /^.{1,140}$/,
  'Othr/Id': /^.{1,34}$/,
  Othr: [['Id', 1, 1]],
  Bal: [
    ['Tp', 1, 1],
    ['Amt', 1, 1],
    ['CdtDbtInd', 1, 1],
    ['Dt', 1, 1],
  ],
  Tp: [['CdOrPrtry', 1, 1]],
  CdOrPrtry: [['Cd', 1, 1]],
  'CdOrPrtry/Cd': /^(?:OPBD|CLBD)$/,
  'Bal/Dt': [['Dt', 1, 1]],
  BookgDt: [['Dt', 1, 1]],
  ValDt: [['Dt', 1, 1]],
  TxsSummry: [
    ['TtlNtries', 0, 1],
    ['TtlCdtNtries', 0, 1],
    ['TtlDbtNtries', 0, 1],
  ],
  TtlNtries: [
    ['NbOfNtries', 0, 1],
    ['Sum', 0, 1],
  ],
  TtlCdtNtries: [
    ['NbOfNtries', 0, 1],
    ['Sum', 0, 1],
  ],
  TtlDbtNtries: [
    ['NbOfNtries', 0, 1],
    ['Sum', 0, 1],
  ],
  Ntry: [
    ['NtryRef', 0, 1],
    ['Amt', 1, 1],
    ['CdtDbtInd', 1, 1],
    ['Sts', 1, 1],
    ['BookgDt', 0, 1],
    ['ValDt', 0, 1],
    ['AcctSvcrRef', 0, 1],
    ['BkTxCd', 1, 1],
    ['NtryDtls', 0, many],
    ['AddtlNtryInf', 0, 1],
  ],
  Sts: [['Cd', 1, 1]],
  'Sts/Cd': /^BOOK$/,
  BkTxCd: [
    ['Domn', 0, 1],
    ['Prtry', 0, 1],
  ],
  Domn: [
    ['Cd', 1, 1],
    ['Fmly', 1, 1],
  ],
  'Domn/Cd': /^[A-Z]{4}$/,
  Fmly: [
    ['Cd', 1, 1],
    ['SubFmlyCd', 1, 1],
  ],
  'Fmly/Cd': /^[A-Z]{4}$/,
  SubFmlyCd: /^[A-Z]{4}$/,
  Prtry: [
    ['Cd', 1, 1],
    ['Issr', 0, 1],
  ],
  'Prtry/Cd': /^.{1,35}$/,
  Issr: /^.{1,35}$/,
  NtryDtls: [['TxDtls', 0, many]],
  TxDtls: [
    ['Refs', 0, 1],
    ['Amt', 0, 1],
    ['CdtDbtInd', 0, 1],
    ['RltdPties', 0, 1],
    ['RmtInf', 0, 1],
  ],
  Refs: [
    ['EndToEndId', 0, 1],
    ['TxId', 0, 1],
  ],
  RltdPties: [
    ['Dbtr', 0, 1],
    ['Cdtr', 0, 1],
  ],
  Dbtr: [['Pty', 1, 1]],
  Cdtr: [['Pty', 1, 1]],
  Pty: [['Nm', 0, 1]],
  RmtInf: [['Ustrd', 0, many]],
  Ustrd: /^.{1,140}$/,
  AddtlNtryInf: /^.{1,500}$/,
  MsgId: /^.{1,35}$/,
  Id: /^.{1,35}$/,
  NtryRef: /^.{1,35}$/,
  AcctSvcrRef: /^.{1,35}$/,
  TxId: /^.{1,35}$/,
  EndToEndId: /^.{1,35}$/,
  ElctrncSeqNb: /^\d{1,18}$/,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  FrDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  ToDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  Ccy: /^[A-Z]{3}$/,
  Amt: /^(?=[\d.]{1,19}$)\d+(?:\.\d{1,5})?$/,
  CdtDbtInd: /^(?:CRDT|DBIT)$/,
  NbOfNtries: /^\d{1,15}$/,
  Sum: /^(?=[\d.]{1,19}$)\d+(?:\.\d+)?$/,
};

/** The differences of camt.053.001.02. */
const schemas: Readonly<Record<string, Schema>> = {
  'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08': newSchema,
  'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02': {
    ...newSchema,
    Stmt: [
      ['Id', 1, 1],
      ['ElctrncSeqNb', 0, 1],
      ['CreDtTm', 1, 1],
      ['FrToDt', 0, 1],
      ['Acct', 1, 1],
      ['Bal', 1, many],
      ['TxsSummry', 0, 1],
      ['Ntry', 0, many],
    ],
    Sts: /^BOOK$/,
    TxDtls: [
      ['Refs', 0, 1],
      ['RltdPties', 0, 1],
      ['RmtInf', 0, 1],
    ],
    Dbtr: [['Nm', 0, 1]],
    Cdtr: [['Nm', 0, 1]],
  },
};

type Attributes = Readonly<Record<string, string>>;
type Node = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: Node[];
  text: string;
};

/** Returns true unless a text is a day or time that the calendar doesn’t have. */
const isInCalendar = (text: string): boolean =>
  !/^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ||
  (!Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text.replace('Z', '')));

/** Throws unless an element is as the schema says. */
function checkNode(schema: Schema, node: Node, parent: string): void {
  const names = Object.keys(node.attributes).filter((name) => name !== 'xmlns');
  const hasCurrency = /^[A-Z]{3}$/.test(node.attributes['Ccy'] ?? '');
  if (node.name === 'Amt' ? names.length !== 1 || !hasCurrency : names.length > 0)
    throw new Error(`attributes of ${node.name}: ${names}`);
  const rule = schema[`${parent}/${node.name}`] ?? schema[node.name];
  if (rule === undefined) throw new Error(`unexpected element ${parent}/${node.name}`);
  if (rule instanceof RegExp) {
    if (node.children.length > 0 || !rule.test(node.text) || !isInCalendar(node.text))
      throw new Error(`${node.name}: “${node.text}”`);
    return;
  }
  let at = 0;
  for (const [name, fewest, most] of rule) {
    let count = 0;
    for (; node.children[at]?.name === name; at += 1) count += 1;
    if (count < fewest || count > most) throw new Error(`${count} elements ${node.name}/${name}`);
  }
  if (at < node.children.length) throw new Error(`misplaced: ${node.name}/${node.children[at]?.name}`);
  if (node.text.trim() !== '') throw new Error(`text in ${node.name}: “${node.text}”`);
  if (parent === 'Acct' && node.name === 'Id' && node.children.length !== 1) throw new Error('no account');
  for (const child of node.children) checkNode(schema, child, node.name);
}

/** Returns the document and its namespace, which all elements have. */
function parse(text: string): { readonly document: Node; readonly namespace: string } {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  let namespace: string | null = null;
  parser.on('opentag', ({ local, uri, attributes: found }) => {
    namespace ??= uri;
    if (uri !== namespace) throw new Error(`namespace ${uri}`);
    const attributes = Object.fromEntries(Object.values(found).map(({ name, value }) => [name, value]));
    const node = { name: local, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (part) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += part;
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  const [document] = root.children;
  if (document === undefined || namespace === null) throw new Error('no document');
  return { document, namespace };
}

const list = (node: Node, ...[name, ...rest]: readonly string[]): readonly Node[] =>
  name === undefined
    ? [node]
    : node.children.filter((child) => child.name === name).flatMap((child) => list(child, ...rest));
const read = (node: Node, ...path: readonly string[]): string => list(node, ...path)[0]?.text ?? '';

const toCents = (text: string): bigint => {
  const [whole = '0', cents = ''] = text.split('.');
  return BigInt(whole + cents.padEnd(2, '0'));
};
const readCents = (node: Node): bigint =>
  toCents(read(node, 'Amt')) * (read(node, 'CdtDbtInd') === 'DBIT' ? -1n : 1n);
const fromCents = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/**
 * Reads a statement without code of the product. Throws where it breaks the schema, where opening and entries don't equal the
 * closing balance, and where a summary differs from the entries.
 */
export function readCamtStrictly(text: string) {
  const { document, namespace } = parse(text);
  const schema = schemas[namespace];
  if (schema === undefined) throw new Error(`namespace ${namespace}`);
  checkNode(schema, document, '');
  const [statement] = list(document, 'BkToCstmrStmt', 'Stmt');
  if (statement === undefined) throw new Error('no statement');
  const balance = (code: string): bigint => {
    const found = list(statement, 'Bal').filter((node) => read(node, 'Tp', 'CdOrPrtry', 'Cd') === code);
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} balances ${code}`);
    return readCents(found[0]);
  };
  const entries = list(statement, 'Ntry');
  const cents = entries.map(readCents);
  const add = (some: readonly bigint[]) => some.reduce((sum, one) => sum + one, 0n);
  const [opening, closing] = [balance('OPBD'), balance('CLBD')];
  if (opening + add(cents) !== closing) throw new Error('the balances don’t add up');
  const hasSummary = list(statement, 'TxsSummry').length > 0;
  const [credits, debits] = [cents.filter((one) => one >= 0n), cents.filter((one) => one < 0n)];
  for (const [name, some] of [
    ['TtlCdtNtries', credits],
    ['TtlDbtNtries', debits],
    ['TtlNtries', [...credits, ...debits.map((one) => -one)]],
  ] as const) {
    const total = add(some);
    const isSame =
      Number(read(statement, 'TxsSummry', name, 'NbOfNtries')) === some.length &&
      toCents(read(statement, 'TxsSummry', name, 'Sum')) === (total < 0n ? -total : total);
    if (hasSummary && !isSame) throw new Error(`${name} differs from the entries`);
  }
  const references = entries.map((entry) => read(entry, 'AcctSvcrRef'));
  if (new Set(references).size !== references.length) throw new Error('a reference is used twice');
  return {
    ...{ opening: fromCents(opening), closing: fromCents(closing) },
    entries: entries.map((entry) => [read(entry, 'BookgDt', 'Dt'), fromCents(readCents(entry))]),
  };
}
