import type { SignedAmount } from '#lib/values/amount.ts';
import { addSigned } from '#lib/values/signed.ts';
import type { BankStatement } from './bank-lines.ts';
import { toDay } from './bank-lines.ts';

/** Formats of statements, by the name in the address. */
export const statementFormats = ['camt.053.001.08', 'camt.053.001.02', 'mt940', 'csv', 'wallet-csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const size = (amount: SignedAmount): string => amount.replace('-', '');
const side = (amount: SignedAmount): 'CRDT' | 'DBIT' => (amount.startsWith('-') ? 'DBIT' : 'CRDT');
const withDecimals = (digits: string): string => {
  const [whole = '', fraction = ''] = digits.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
};
const addUp = ({ opening, lines }: BankStatement): SignedAmount =>
  lines.reduce<SignedAmount>((sum, { amount }) => addSigned(sum, amount), opening);

function writeCamt(statement: BankStatement, version: '02' | '08'): string {
  const { account, owner, currency, from, to, opening, lines } = statement;
  const isNew = version === '08';
  const amount = (value: SignedAmount) =>
    `<Amt Ccy="${currency}">${withDecimals(size(value))}</Amt><CdtDbtInd>${side(value)}</CdtDbtInd>`;
  const balance = (code: string, value: SignedAmount, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = lines.map((line) => {
    const day = toDay(line.at);
    const party = line.amount.startsWith('-') ? 'Cdtr' : 'Dbtr';
    const name = isNew ? `<Pty><Nm>${escapeXml(line.party)}</Nm></Pty>` : `<Nm>${escapeXml(line.party)}</Nm>`;
    return `<Ntry>${amount(line.amount)}<Sts>${isNew ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${line.reference}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><${party}>${name}</${party}></RltdPties><RmtInf><Ustrd>${escapeXml(line.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>${from}-${to}</MsgId><CreDtTm>${to}T23:59:59Z</CreDtTm></GrpHdr><Stmt><Id>${from}-${to}</Id><CreDtTm>${to}T23:59:59Z</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy><Ownr><Nm>${escapeXml(owner)}</Nm></Ownr></Acct>
${balance('OPBD', opening, from)}${balance('CLBD', addUp(statement), to)}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>
`;
}

const withComma = (amount: SignedAmount): string => withDecimals(size(amount)).replace('.', ',');
const shortDay = (day: string): string => day.replaceAll('-', '').slice(2);

function writeMt940(statement: BankStatement): string {
  const { account, currency, from, to, opening, lines } = statement;
  const balance = (value: SignedAmount, day: string) =>
    `${value.startsWith('-') ? 'D' : 'C'}${shortDay(day)}${currency}${withComma(value)}`;
  const entries = lines.flatMap((line) => {
    const day = shortDay(toDay(line.at));
    const mark = line.amount.startsWith('-') ? 'D' : 'C';
    return [
      `:61:${day}${day.slice(2)}${mark}${withComma(line.amount)}NTRFNONREF//${line.reference}`,
      `:86:166?00CREDIT?20${line.text.slice(0, 27)}?32${line.party.slice(0, 27)}`,
    ];
  });
  return [
    ...[':20:STATEMENT', `:25:${account}`, ':28C:1/1', `:60F:${balance(opening, from)}`],
    ...entries,
    ...[`:62F:${balance(addUp(statement), to)}`, '-', ''],
  ].join('\r\n');
}

const quote = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const germanDay = (at: number): string => toDay(at).split('-').toReversed().join('.');
const grouped = (amount: SignedAmount): string => {
  const [whole = '', fraction = ''] = withComma(amount).split(',');
  return `${amount.startsWith('-') ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`;
};

/** A CSV statement as German banks write it: a preamble, semicolons, points between thousands and decimal commas. */
function writeBankCsv({ account, currency, from, to, lines }: BankStatement): string {
  const rows = lines.map((line) =>
    [
      germanDay(line.at),
      germanDay(line.at),
      line.party,
      line.text,
      line.reference,
      grouped(line.amount),
      currency,
    ]
      .map(quote)
      .join(';'),
  );
  return [
    `"Konto";"${account}"`,
    `"Zeitraum";"${from} - ${to}"`,
    '',
    'Buchungstag;Wertstellung;Auftraggeber;Verwendungszweck;Bankreferenz;Betrag;Währung',
    ...rows,
    '',
  ].join('\r\n');
}

/** A CSV history as wallets and exchanges write it. */
function writeWalletCsv({ currency, lines }: BankStatement): string {
  const rows = lines.map((line) =>
    [
      new Date(line.at * 1_000).toISOString().slice(0, 19).replace('T', ' ').concat(' UTC'),
      ...[line.amount, currency, line.transactionId, line.address, line.text],
    ]
      .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(','),
  );
  return ['Date (UTC),Amount,Currency,Transaction hash,Address,Label', ...rows, ''].join('\n');
}

/** Writes a statement in a format. */
export function writeStatement(
  statement: BankStatement,
  format: StatementFormat,
): { readonly fileName: string; readonly type: string; readonly text: string } {
  const { currency, from, to } = statement;
  const name = `${currency}-${from}-${to}`;
  if (format === 'mt940') return { fileName: `${name}.sta`, type: 'text/plain', text: writeMt940(statement) };
  if (format === 'csv') return { fileName: `${name}.csv`, type: 'text/csv', text: writeBankCsv(statement) };
  if (format === 'wallet-csv')
    return { fileName: `${name}-wallet.csv`, type: 'text/csv', text: writeWalletCsv(statement) };
  const version = format === 'camt.053.001.02' ? '02' : '08';
  return { fileName: `${name}.xml`, type: 'application/xml', text: writeCamt(statement, version) };
}
