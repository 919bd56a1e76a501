import { describe, expect, test } from 'vitest';
import { listEntries, readStatement, toMapping } from '../testing/read-statement.ts';

const entry = (inner: string, status = '<Sts><Cd>BOOK</Cd></Sts>') => `<Ntry>${inner}${status}
  <BookgDt><Dt>2026-11-03</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef></Ntry>`;
const camt = (
  content: string,
  { version = '08', prolog = '<?xml version="1.0" encoding="UTF-8"?>', root = '' } = {},
) =>
  `${prolog}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"${root}><BkToCstmrStmt><Stmt>
   <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${content}</Stmt></BkToCstmrStmt></Document>`;
const amount = (digits: string, side = 'CRDT', currency = 'EUR') =>
  `<Amt Ccy="${currency}">${digits}</Amt><CdtDbtInd>${side}</CdtDbtInd>`;

describe('camt.053', () => {
  test('reads version 08 with parties, purpose and the bank’s reference', async () => {
    const items = await readStatement(
      camt(
        entry(
          `${amount('1234.50')}<NtryDtls><TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Payments &amp; Co</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Settlement</Ustrd></RmtInf></TxDtls></NtryDtls>`,
        ),
      ),
    );
    expect(items).toEqual([
      {
        kind: 'entry',
        entry: {
          ...{ place: 1, account: 'DE89370400440532013000', currency: 'EUR', day: '2026-11-03' },
          ...{ amount: '1234.50', reference: 'R1', details: 'Payments & Co · Settlement · E2E-1' },
          ...{ transactionId: '', address: '' },
        },
      },
    ]);
  });
  test('reads version 02 with a plain status, a prefix and a debit', async () => {
    const text = camt(entry(amount('0.10', 'DBIT'), '<Sts>BOOK</Sts>'), { version: '02' })
      .replace('xmlns=', 'xmlns:n=')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:');
    expect(listEntries(await readStatement(text))).toEqual(['2026-11-03 -0.10 EUR R1']);
  });
  test('skips pending entries and refuses wrong ones by name, and reads the rest', async () => {
    const text = camt(
      entry(amount('5'), '<Sts>PDNG</Sts>') +
        entry(amount('1,50')) +
        entry(amount('-3')) +
        entry(amount('2', 'CRDT', 'XQQ')) +
        entry(amount('7')).replace('2026-11-03', '2026-02-30') +
        entry(amount('8')),
    );
    expect(listEntries(await readStatement(text))).toEqual([
      'skipped',
      'amount 1,50 · CRDT',
      'amount -3 · CRDT',
      'currency XQQ',
      'day 2026-02-30',
      '2026-11-03 8 EUR R1',
    ]);
  });
  test('names a balance that the entries don’t explain', async () => {
    const balance = (code: string, digits: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(digits)}</Bal>`;
    const text = (closing: string) =>
      camt(balance('OPBD', '10') + balance('CLBD', closing) + entry(amount('5')));
    expect(listEntries(await readStatement(text('15')))).toEqual(['2026-11-03 5 EUR R1']);
    expect(listEntries(await readStatement(text('16')))).toEqual([
      '2026-11-03 5 EUR R1',
      'balance 15 ≠ 16 EUR',
    ]);
  });
  test('reads the encoding that the document states', async () => {
    const text = camt(entry(`${amount('1')}<AddtlNtryInf>Müller</AddtlNtryInf>`), {
      prolog: '<?xml version="1.0" encoding="ISO-8859-1"?>',
    });
    const items = await readStatement(Buffer.from(text, 'latin1'));
    expect(items).toMatchObject([{ entry: { details: 'Müller' } }]);
  });
  test.each([
    ['definition', camt(entry(amount('1')), { prolog: '<!DOCTYPE Document [<!ENTITY a "b">]>' })],
    ['definition', camt(entry(amount('1')), { prolog: '<!DOCTYPE Document SYSTEM "file:///etc/passwd">' })],
    ['damaged', camt(entry(`${amount('1')}<AddtlNtryInf>&bomb;</AddtlNtryInf>`))],
    ['damaged', camt(entry(amount('1'))).slice(0, -20)],
    ['damaged', camt(entry(amount('1'))).slice(0, -'</Document>'.length)],
    ['damaged', `${'<a>'.repeat(3)}`.replace('<a>', '<Document xmlns="x:camt.053.001.08"><a>')],
    ['message', camt('').replace('camt.053', 'camt.052')],
    ['message', '<html><body>Sign in</body></html>'],
    ['encoding', camt(entry(amount('1'))).replace('UTF-8', 'klingon')],
    ['encoding', camt(`\u0000${entry(amount('1'))}`)],
    ['empty', '  \n'],
  ])('refuses the whole file: %s', async (failure, text) => {
    expect(await readStatement(text)).toBe(failure);
  });
});

const mt940 = (...lines: readonly string[]) =>
  [
    '{1:F01BANKDEFF0000000000}{4:',
    ':20:START',
    ':25:37040044/0532013000',
    ':28C:1/1',
    ':60F:C261101EUR100,00',
    ...lines,
    '-}',
  ].join('\r\n');

describe('MT940', () => {
  test('reads credits, debits, reversals and German purposes', async () => {
    const items = await readStatement(
      mt940(
        ':61:2611031103CR1234,5NTRFKREF//BANKREF1',
        ':86:166?00GUTSCHRIFT?20Settlement 2026-11-02 of th?21e service?32Payments',
        ':61:261104D0,01NMSCNONREF',
        ':86:Account fee',
        'second line',
        ':61:261105RC5,NTRFNONREF//BANKREF2',
        ':61:261106EC7,NTRFNONREF',
        ':62F:C261130EUR1329,49',
      ).replace('CR1234', 'C1234'),
    );
    expect(listEntries(items)).toEqual([
      '2026-11-03 1234.5 EUR BANKREF1',
      '2026-11-04 -0.01 EUR',
      '2026-11-05 -5 EUR BANKREF2',
      'skipped',
    ]);
    expect(items).toMatchObject([
      {
        entry: {
          details: 'Payments · Settlement 2026-11-02 of the service · GUTSCHRIFT · KREF',
          account: '37040044/0532013000',
        },
      },
      { entry: { details: 'Account fee second line' } },
      {},
      {},
    ]);
  });
  test('finds the year of a booking on the other side of New Year', async () => {
    const items = await readStatement(
      mt940(':61:2612310102C1,NTRFNONREF', ':61:2701021231C2,NTRFNONREF', ':62F:C270102EUR103,00'),
    );
    expect(listEntries(items)).toEqual(['2027-01-02 1 EUR', '2026-12-31 2 EUR']);
  });
  test('names bad entries and a wrong balance, and reads the rest', async () => {
    const items = await readStatement(
      mt940(':61:261103X1,NTRF', ':61:261131C1,NTRFNONREF', ':61:261103C2,NTRFNONREF', ':62F:C261130EUR1,00'),
    );
    expect(listEntries(items)).toEqual([
      'amount 261103X1,NTRF',
      'day 261131',
      '2026-11-03 2 EUR',
      'balance 103 ≠ 1.00 EUR',
    ]);
  });
  test.each([
    ['after an entry', [':61:261103C2,NTRFNONREF']],
    ['within the closing balance', [':61:261103C2,NTRFNONREF', ':62F:C261130EUR']],
    [
      'before the closing balance of a page',
      [':62M:C261103EUR100,00', '-}', ':20:A', ':60M:C261103EUR100,00'],
    ],
    [
      'before the next statement',
      [':61:261103C2,NTRFNONREF', '-}', ':20:NEXT', ':60F:C261103EUR102,00', ':62F:C261103EUR102,00'],
    ],
  ])('refuses a file that is cut: %s', async (_where, lines) => {
    expect(await readStatement(mt940(...lines).replace(/-}$/, ''))).toBe('damaged');
    expect(await readStatement(mt940(...lines))).toBe('damaged');
  });
  test('reads the pages of a statement, each with both balances', async () => {
    const items = await readStatement(
      mt940(
        ':61:261103C2,NTRFNONREF',
        ...[':62M:C261103EUR102,00', '-}', '{4:', ':20:START', ':60M:C261103EUR102,00'],
        ...[':61:261104C3,NTRFNONREF', ':62F:C261130EUR105,00'],
      ),
    );
    expect(listEntries(items)).toEqual(['2026-11-03 2 EUR', '2026-11-04 3 EUR']);
  });
  test('reads bytes of windows-1252', async () => {
    const items = await readStatement(
      Buffer.from(mt940(':61:261103C2,NTRFNONREF', ':86:Müller', ':62F:C261103EUR102,00'), 'latin1'),
    );
    expect(items).toMatchObject([{ entry: { details: 'Müller' } }]);
  });
});

describe('CSV', () => {
  const read = (headers: string, rows: readonly string[], chosen = {}, separator = ',') =>
    readStatement([headers, ...rows, ''].join('\n'), toMapping(headers, separator, chosen));

  test('reads a German bank with a preamble, semicolons and points between thousands', async () => {
    const headers = 'Buchungstag;Valuta;Auftraggeber;Verwendungszweck;Betrag;Währung';
    const file = [
      '"Konto";"DE1"',
      '"von";"bis"',
      '',
      headers,
      '03.11.2026;04.11.2026;Pay;"Lohn; und ""mehr""";1.234,50;EUR',
      '04.11.26;;X;Y;-0,05;EUR',
      '',
    ];
    const items = await readStatement(file.join('\r\n'), toMapping(headers, ';'));
    expect(listEntries(items)).toEqual(['2026-11-03 1234.50 EUR', '2026-11-04 -0.05 EUR']);
    expect(items).toMatchObject([
      { entry: { details: 'Pay · Lohn; und "mehr"', place: 5 } },
      { entry: { place: 6 } },
    ]);
  });
  test('reads money in and out, brackets, signs behind and several kinds of minus', async () => {
    expect(
      listEntries(
        await read('Date,Paid in,Paid out', [
          '2026-11-03,5.00,',
          '2026-11-03,,7.25',
          '2026-11-03,1,2',
          '2026-11-03,,',
        ]),
      ),
    ).toEqual(['2026-11-03 5.00 EUR', '2026-11-03 -7.25 EUR', 'direction 1 / 2', 'skipped']);
    expect(
      listEntries(
        await read('Date,Amount', [
          '2026-11-03,(1.50)',
          '2026-11-03,2.50-',
          '2026-11-03,−3.50',
          '2026-11-03,€ 4.50',
        ]),
      ),
    ).toEqual([
      '2026-11-03 -1.50 EUR',
      '2026-11-03 -2.50 EUR',
      '2026-11-03 -3.50 EUR',
      '2026-11-03 4.50 EUR',
    ]);
  });
  test('reads a direction column, and refuses an unknown direction', async () => {
    expect(
      listEntries(
        await read('Date,Amount,Direction', [
          '2026-11-03,5.0,S',
          '2026-11-03,5.0,Deposit',
          '2026-11-03,5.0,moved',
        ]),
      ),
    ).toEqual(['2026-11-03 -5.0 EUR', '2026-11-03 5.0 EUR', 'direction moved']);
  });
  test('reads a wallet: times with an offset give the day of the business', async () => {
    const items = await read('Date (UTC),Amount,Coin,TxHash,Address', [
      '2026-11-03 23:30:00 UTC,0.123456789012345678,ETH,0xabc,0xdef',
      '2026-11-03T10:00:00+02:00,1.5e-7,BTC,t,a',
    ]);
    expect(listEntries(items)).toEqual(['2026-11-04 0.123456789012345678 ETH', 'scientific 1.5e-7']);
    expect(items).toMatchObject([{ entry: { transactionId: '0xabc', address: '0xdef' } }, {}]);
  });
  test('asks for the decimal sign and the order of dates rather than guess', async () => {
    const ambiguous = ['03/04/2026,1.500', '05/06/2026,2.500'];
    expect(await read('Date,Amount', ambiguous, { dayOrder: 'dmy' })).toBe('decimalSign');
    expect(await read('Date,Amount', ambiguous, { decimalSign: '.' })).toBe('dayOrder');
    expect(listEntries(await read('Date,Amount', ambiguous, { decimalSign: ',', dayOrder: 'mdy' }))).toEqual([
      '2026-03-04 1500 EUR',
      '2026-05-06 2500 EUR',
    ]);
    expect(listEntries(await read('Date,Amount', [...ambiguous, '25/06/2026,1.2']))).toEqual([
      '2026-04-03 1.500 EUR',
      '2026-06-05 2.500 EUR',
      '2026-06-25 1.2 EUR',
    ]);
  });
  test('names each bad row and reads the rest', async () => {
    const items = await read('Date,Amount,Currency', [
      '2026-11-03,1.00,EUR',
      'yesterday,1.00,EUR',
      '2026-11-03,one,EUR',
      '2026-11-03,1.00,QQQ',
      '2026-11-03',
      `2026-11-03,${'9'.repeat(40)},EUR`,
      '2026-11-03,2.00,usd',
    ]);
    expect(listEntries(items)).toEqual([
      '2026-11-03 1.00 EUR',
      'day yesterday',
      'amount one',
      'currency QQQ',
      'cells 2026-11-03',
      `amount ${'9'.repeat(40)}`,
      '2026-11-03 2.00 USD',
    ]);
  });
  test('needs columns for the day and the amount, and closed quotation marks', async () => {
    expect(await read('Foo,Bar', ['1,2'])).toBe('columns');
    expect(await readStatement('Date,Amount\n2026-11-03,1.00\n')).toBe('columns');
    expect(await read('Date,Amount', ['2026-11-03,"1.00'])).toBe('damaged');
    const cut = ['2026-11-03,1.00,Coffee', '2026-11-04,2.00,"Two', 'lines'];
    expect(await read('Date,Amount,Description', cut)).toBe('damaged');
  });
  test('refuses a last row that is cut, and reads one without a line end', async () => {
    const headers = 'Date,Amount,Description';
    const readText = (last: string) =>
      readStatement(`${headers}\n2026-11-03,1.00,Coffee\n${last}`, toMapping(headers, ','));
    expect(listEntries(await readText('2026-11-04,2'))).toEqual([
      '2026-11-03 1.00 EUR',
      'cells 2026-11-04 2',
    ]);
    expect(listEntries(await readText('2026-11-04,2\n'))).toEqual([
      '2026-11-03 1.00 EUR',
      '2026-11-04 2 EUR',
    ]);
    expect(listEntries(await readText('2026-11-04,2,Tea'))).toEqual([
      '2026-11-03 1.00 EUR',
      '2026-11-04 2 EUR',
    ]);
  });
  test('reads the same rows however the file is cut into parts', async () => {
    const headers = 'Date,Amount,Description';
    const rows = Array.from({ length: 40 }, (_, at) => `2026-11-03,${at + 1}.50,"line ${at}\r\nof ""two"""`);
    const file = [headers, ...rows].join('\r\n');
    const whole = await readStatement(file, toMapping(headers, ','), 100_000);
    expect(whole).toHaveLength(40);
    for (const size of [1, 2, 3, 11, 64])
      expect(await readStatement(file, toMapping(headers, ','), size)).toEqual(whole);
  });
});
