import { describe, expect, test } from 'vitest';
import { listEntries, readStatement } from '../testing/read-statement.ts';

/**
 * Documents with the elements of ISO 20022 in the order of its schemas, each required one, and the optional ones that banks use. The
 * schema files aren't part of this repository. Until version 07 the status is a code, and from version 07 on a party has a wrapper.
 */
const versions = ['02', '03', '04', '05', '06', '07', '08', '09', '10'] as const;
type Version = (typeof versions)[number];
const hasStatusChoice = (version: Version) => Number(version) >= 8;
const hasPartyChoice = (version: Version) => Number(version) >= 7;

const element = (name: string, ...content: readonly string[]) => `<${name}>${content.join('')}</${name}>`;
const date = (name: string, day: string) => element(name, element('Dt', day));
const money = (digits: string, side: 'CRDT' | 'DBIT', currency = 'EUR') =>
  `<Amt Ccy="${currency}">${digits}</Amt>${element('CdtDbtInd', side)}`;

type Entry = {
  readonly digits: string;
  readonly side?: 'CRDT' | 'DBIT';
  readonly currency?: string;
  readonly reference?: string;
  readonly status?: string;
  readonly isReversal?: boolean;
  readonly batch?: string;
  readonly transactions?: readonly string[];
};

const party = (version: Version, name: string) =>
  hasPartyChoice(version) ? element('Pty', element('Nm', name)) : element('Nm', name);

const transaction = (version: Version, id: string, digits: string, side: 'CRDT' | 'DBIT' = 'CRDT') =>
  element(
    'TxDtls',
    element('Refs', element('AcctSvcrRef', `T-${id}`), element('EndToEndId', id)),
    // From version 03 on, the amount is here. Before, it is only in its details.
    ...(version === '02'
      ? [element('AmtDtls', element('TxAmt', `<Amt Ccy="USD">${digits}</Amt>`))]
      : [money(digits, side, 'USD')]),
    element(
      'RltdPties',
      element('Dbtr', party(version, `Payer ${id}`)),
      element('Cdtr', party(version, 'Us')),
    ),
    element('RmtInf', element('Ustrd', `Purpose ${id}`)),
    element('RltdDts', element('AccptncDtTm', '2025-01-01T00:00:00Z')),
  );

const entry = (
  version: Version,
  { digits, side = 'CRDT', currency = 'EUR', reference = 'R1', status = 'BOOK', ...rest }: Entry,
) =>
  element(
    'Ntry',
    element('NtryRef', '1'),
    money(digits, side, currency),
    ...(rest.isReversal === undefined ? [] : [element('RvslInd', String(rest.isReversal))]),
    element('Sts', hasStatusChoice(version) ? element('Cd', status) : status),
    date('BookgDt', '2026-11-03'),
    date('ValDt', '2026-11-04'),
    element('AcctSvcrRef', reference),
    element('BkTxCd', element('Prtry', element('Cd', 'X'), element('Issr', 'Bank'))),
    ...(rest.transactions === undefined ? [] : [element('NtryDtls', rest.batch ?? '', ...rest.transactions)]),
    element('AddtlNtryInf', 'Note'),
  );

const balance = (code: string, digits: string, side: 'CRDT' | 'DBIT' = 'CRDT', currency = 'EUR') =>
  element(
    'Bal',
    element('Tp', element('CdOrPrtry', element('Cd', code))),
    // The line of credit has an amount of its own.
    element('CdtLine', element('Incl', 'false'), `<Amt Ccy="${currency}">999</Amt>`),
    money(digits, side, currency),
    date('Dt', '2026-11-03'),
  );

type Statement = {
  readonly account?: string;
  readonly currency?: string;
  readonly balances: readonly string[];
  readonly entries: readonly string[];
};

const statement = ({ account, currency = 'EUR', balances, entries }: Statement, number = 1) =>
  element(
    'Stmt',
    element('Id', `S-${number}`),
    element('ElctrncSeqNb', String(number)),
    element('CreDtTm', '2026-11-04T05:00:00'),
    element('FrToDt', element('FrDtTm', '2026-11-03T00:00:00'), element('ToDtTm', '2026-11-03T23:59:59')),
    element(
      'Acct',
      element(
        'Id',
        account === undefined
          ? element('IBAN', 'DE89370400440532013000')
          : element('Othr', element('Id', account)),
      ),
      element('Ccy', currency),
      element('Svcr', element('FinInstnId', element('BICFI', 'BANKDEFF'))),
    ),
    // Another account of the same person, which is not the one of the entries.
    element('RltdAcct', element('Id', element('IBAN', 'DE02120300000000202051'))),
    ...balances,
    element('TxsSummry', element('TtlNtries', element('NbOfNtries', String(entries.length)))),
    ...entries,
    element('AddtlStmtInf', 'End'),
  );

const document = (version: Version, ...statements: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${element(
    'BkToCstmrStmt',
    element('GrpHdr', element('MsgId', 'M-1'), element('CreDtTm', '2026-11-04T05:00:00')),
    ...statements,
  )}</Document>`;

const listAccounts = (items: Awaited<ReturnType<typeof readStatement>>) =>
  typeof items === 'string'
    ? items
    : items.flatMap((item) =>
        item.kind === 'entry' ? [`${item.entry.account} ${item.entry.amount} ${item.entry.currency}`] : [],
      );

describe.each(versions)('camt.053.001.%s', (version) => {
  test('is read with a batch booking as one line, and a reversal in its own direction', async () => {
    const transactions = [transaction(version, 'A', '60'), transaction(version, 'B', '40')];
    const text = document(
      version,
      statement({
        balances: [balance('OPBD', '10'), balance('CLBD', '92.5'), balance('CLAV', '1')],
        entries: [
          entry(version, {
            ...{ digits: '100', transactions },
            batch: element('Btch', element('NbOfTxs', '2'), '<TtlAmt Ccy="USD">100</TtlAmt>'),
          }),
          // A payment that came back, and a direct debit that was returned.
          entry(version, { digits: '20', side: 'DBIT', isReversal: true, reference: 'R2' }),
          entry(version, { digits: '2.5', isReversal: true, reference: 'R3' }),
          entry(version, { digits: '7', status: 'PDNG' }),
          entry(version, { digits: '8', status: 'INFO' }),
          entry(version, { digits: '0', reference: 'R4' }),
        ],
      }),
    );
    const items = await readStatement(text);
    expect(listEntries(items)).toEqual([
      ...['2026-11-03 100 EUR R1', '2026-11-03 -20 EUR R2', '2026-11-03 2.5 EUR R3'],
      ...['skipped', 'skipped', 'skipped'],
    ]);
    expect(items[0]).toMatchObject({
      entry: { details: 'Payer A · Payer B · Purpose A · Purpose B · A · B · Note · 1' },
    });
  });

  test('is read with several statements of several accounts, each with balances of its own', async () => {
    const text = document(
      version,
      statement({
        balances: [balance('PRCD', '5'), balance('CLBD', '6')],
        entries: [entry(version, { digits: '1' })],
      }),
      statement(
        {
          ...{ account: '12-345', currency: 'USD' },
          balances: [balance('OPBD', '4', 'DBIT', 'USD'), balance('CLBD', '6', 'DBIT', 'USD')],
          entries: [entry(version, { digits: '2', side: 'DBIT', currency: 'USD' })],
        },
        2,
      ),
      // Without an entry, and then one whose entries don't equal its balances.
      statement({ balances: [balance('OPBD', '6'), balance('CLBD', '6')], entries: [] }, 3),
      statement(
        {
          balances: [balance('OPBD', '6'), balance('CLBD', '9')],
          entries: [entry(version, { digits: '2' })],
        },
        4,
      ),
    );
    const items = await readStatement(text);
    expect(listAccounts(items)).toEqual([
      'DE89370400440532013000 1 EUR',
      '12-345 -2 USD',
      'DE89370400440532013000 2 EUR',
    ]);
    expect(listEntries(items).at(-1)).toBe('balance 8 ≠ 9 EUR');
  });

  test('is read with a prefix, and however it is cut into parts', async () => {
    const text = document(
      version,
      statement({ balances: [balance('CLBD', '1')], entries: [entry(version, { digits: '1' })] }),
    );
    const prefixed = text.replace('xmlns=', 'xmlns:ns2=').replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:');
    const whole = await readStatement(text, null, text.length);
    expect(listEntries(whole)).toEqual(['2026-11-03 1 EUR R1']);
    for (const size of [1, 3, 64]) expect(await readStatement(prefixed, null, size)).toEqual(whole);
  });

  test('names an entry without a required element, and reads the rest', async () => {
    const [whole, other] = [
      entry(version, { digits: '1' }),
      entry(version, { digits: '2', reference: 'R2' }),
    ];
    const drop = (pattern: RegExp) => {
      const cut = whole.replace(pattern, '');
      expect(cut).not.toBe(whole);
      return cut;
    };
    const entries = [
      drop(/<Amt .*?<\/Amt>/),
      drop(/<CdtDbtInd>.*?<\/CdtDbtInd>/),
      drop(/<Sts>.*?<\/Sts>/),
      other,
    ];
    const items = await readStatement(
      document(version, statement({ balances: [balance('CLBD', '2')], entries })),
    );
    expect(listEntries(items)).toEqual(['amount CRDT', 'amount 1', 'status ', '2026-11-03 2 EUR R2']);
  });
});

describe('a document that the schema refuses', () => {
  const one = entry('08', { digits: '1' });
  const whole = statement({ balances: [balance('CLBD', '1')], entries: [one] });

  test('names an entry whose status is the bank’s own', async () => {
    const text = document('08', whole).replace('<Cd>BOOK</Cd>', '<Prtry>posted</Prtry>');
    expect(listEntries(await readStatement(text))).toEqual(['status posted']);
  });
  test.each([
    ['without an account', document('08', whole.replace(/<Acct>.*?<\/Acct>/, ''))],
    [
      'with an account behind its entries',
      document('08', whole.replace(/(<Acct>.*?<\/Acct>)(.*)(<AddtlStmtInf>)/, '$2$1$3')),
    ],
    ['with an account without an ID', document('08', whole.replace(/<IBAN>DE89.*?<\/IBAN>/, ''))],
  ])('is refused as a whole: %s', async (_what, text) => {
    expect(text).not.toBe(document('08', whole));
    expect(await readStatement(text)).toBe('damaged');
  });
  test('has no entries outside of a statement', async () => {
    expect(await readStatement(document('08', one))).toEqual([]);
    expect(listEntries(await readStatement(document('08', element('Rpt', one), whole)))).toEqual([
      '2026-11-03 1 EUR R1',
    ]);
  });
  test.each(['camt.052.001.08', 'camt.054.001.08', 'camt.053.002.02', 'pain.001.001.09'])(
    'is refused by its namespace: %s',
    async (message) => {
      expect(await readStatement(document('08', whole).replace('camt.053.001.08', message))).toBe('message');
    },
  );
});
