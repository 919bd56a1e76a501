import { describe, expect, test } from 'vitest';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { amount } from '#lib/values/amount.ts';
import { guessMapping } from './column-names.ts';
import { keepCorrections } from './corrections.ts';
import {
  batchLimits,
  findChangedValues,
  findMissingFields,
  findRepeatedField,
  readChanges,
  writeChanges,
} from './fields.ts';
import { createMinimumWarnings } from './minimum-warning.ts';
import { checkValues, cleanValues, findRemainingCellProblems, toFormInput, toRowValues } from './row.ts';
import { toBatchDefaults } from './template-defaults.ts';

describe('columns', () => {
  test('guesses fields from usual column names, each once', () => {
    expect(guessMapping(['Invoice No.', 'Amount', 'Currency', 'Note', 'amount'])).toEqual([
      'clientPaymentId',
      'amount',
      'currency',
      '',
      '',
    ]);
    expect(guessMapping(['Order ID', 'client_payment_id'])).toEqual(['', 'clientPaymentId']);
  });

  test.each([
    ['English', 'Order no', 'Amount due', 'Currency'],
    ['German', 'Rechnungs-Nr.', 'Betrag', 'Währung'],
    ['German without umlauts', 'RECHNUNGSNUMMER', 'Bruttobetrag', 'WAEHRUNG'],
    ['German with decomposed umlauts', 'Bestellnummer', 'Summe', 'Wa\u0308hrung'],
    ['French', 'N° de facture', 'Montant TTC', 'Devise'],
    ['Spanish', 'Nº factura', 'Importe', 'Moneda'],
    ['Portuguese', 'Número do pedido', 'Valor', 'Moeda'],
    ['Lithuanian', 'Sąskaitos numeris', 'Suma', 'Valiuta'],
    ['Bulgarian', 'Фактура №', 'Сума', 'Валута'],
    ['Russian', 'Номер счета', 'Сумма', 'Валюта'],
    ['Turkish', 'FATURA NUMARASI', 'Tutar', 'PARA BİRİMİ'],
    ['Arabic', 'رقم الفاتورة', 'المبلغ', 'العملة'],
    ['Chinese', '订单编号', '金额', '币种'],
    ['Japanese', '請求書番号', '金額', '通貨'],
  ])('guesses fields from column names in %s', (_language, id, price, currency) => {
    expect(guessMapping(['Nr.', price, 'Datum', currency, id])).toEqual([
      '',
      'amount',
      '',
      'currency',
      'clientPaymentId',
    ]);
  });

  test.each([
    'Betrag in EUR',
    'Betrag (EUR)',
    'Amount, USD',
    'Total (€)',
    'Montant en EUR',
    'Betrag (brutto)',
  ])('guesses the amount from a column name with more words: %s', (price) => {
    expect(guessMapping(['Invoice #', price, 'EUR'])).toEqual(['clientPaymentId', 'amount', '']);
  });

  test.each(['Betrag (netto)', 'Net amount in EUR', 'Amount paid', 'Betrag in Worten'])(
    'leaves a column to a person whose name may mean another amount: %s',
    (price) => {
      expect(guessMapping(['Invoice #', price])).toEqual(['clientPaymentId', '']);
    },
  );

  test('names missing and repeated fields', () => {
    expect(findMissingFields(['amount'], { currency: 'EUR' })).toEqual(['clientPaymentId']);
    expect(findRepeatedField(['', '', 'amount', 'amount'])).toBe('amount');
    expect(findRepeatedField(['', '', 'amount'])).toBeNull();
  });
});

describe('values', () => {
  test('uses defaults for empty cells and accepts codes in any spelling', () => {
    const cells = [{ text: ' INV-1 ' }, { text: '5' }, { text: 'eur' }, { text: 'one time' }];
    const mapping = ['clientPaymentId', 'amount', 'currency', 'type'] as const;
    expect(toRowValues(cells, mapping, { locale: 'en', type: 'REUSABLE' })).toMatchObject({
      clientPaymentId: 'INV-1',
      amount: '5',
      currency: 'EUR',
      type: 'ONE_TIME',
      locale: 'en',
    });
  });

  test('removes spaces at both ends, also those that don’t break', () => {
    const cells = [{ text: '\ufeff\u00a0\u202f INV-1 x \t\u202f\u00a0' }];
    expect(toRowValues(cells, ['clientPaymentId'], {}).clientPaymentId).toBe('INV-1 x');
  });

  test('reads the longest cells in a time that grows with their length', () => {
    const length = batchLimits.cellLength - 2;
    const cells = [`x${' '.repeat(length)}x`, `1${'0'.repeat(length)}x`, `x${'\u00a0-'.repeat(length / 2)}x`];
    const startedAt = performance.now();
    for (let row = 0; row < 700; row += 1)
      for (const text of cells) {
        const values = toRowValues([{ text }, { text }], ['clientPaymentId', 'type'], {});
        check({ ...values, amount: text });
      }
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test('prices a coin in crypto, with its network', () => {
    expect(toFormInput('b', cleanValues({ currency: 'btc', network: 'btc', amount: '1' }))).toMatchObject({
      priceIn: 'crypto',
      depositCurrency: 'BTC',
      network: 'BTC',
      displayCurrency: '',
    });
  });

  test('gives reusable payments of a template the only rate that they can have', () => {
    const template = {
      priceIn: 'fiat',
      amount: '',
      displayCurrency: 'EUR',
      depositCurrency: '',
      network: '',
      type: 'REUSABLE',
      rateType: 'FIXED',
      expires: '30',
      expiresMinutes: '',
      locale: 'en',
      redirectUrl: '',
      redirectMode: 'PARENT',
    };
    const cells = [{ text: 'INV-1' }, { text: '5' }];
    const values = toRowValues(cells, ['clientPaymentId', 'amount'], toBatchDefaults(template, []));
    expect(toFormInput('b', values)).toMatchObject({ type: 'REUSABLE', rateType: 'FLOATING' });
  });

  const accepted = {
    displayCurrencies: ['EUR'],
    depositCurrencies: ['BTC', 'USDT'],
    networks: { BTC: ['BTC'], USDT: ['TRX'] },
  };
  const check = (values: Parameters<typeof checkValues>[0], errors = null) =>
    checkValues(values, errors, {
      findMinimumWarning: createMinimumWarnings(accepted, [
        { coin: 'BTC', network: 'BTC', currency: 'BTC', amount: amount('0.001') },
        { coin: 'BTC', network: 'BTC', currency: 'CHF', amount: amount('20') },
        { coin: 'USDT', network: 'TRX', currency: 'CHF', amount: amount('2') },
        // The business does not accept these.
        { coin: 'USDT', network: 'ETH', currency: 'CHF', amount: amount('0.5') },
        { coin: 'LTC', network: 'LTC', currency: 'CHF', amount: amount('0.1') },
      ]),
      cellProblems: new Map(),
      decimalSign: '.',
    });

  test.each([
    ['scientific notation', { amount: '1,2E+10', currency: 'EUR' }, 'error', 'amount'],
    ['an unknown currency', { amount: '1', currency: 'EURO' }, 'error', 'currency'],
    ['more decimals than the currency has', { amount: '1.999', currency: 'EUR' }, 'warning', 'amount'],
    ['decimals of a currency without any', { amount: '1.5', currency: 'JPY' }, 'warning', 'amount'],
    [
      'an amount below the minimum',
      { amount: '0.0001', currency: 'BTC', network: 'BTC' },
      'warning',
      'amount',
    ],
    [
      'a date as ID',
      { clientPaymentId: '3/4/2026', amount: '1', currency: 'EUR' },
      'warning',
      'clientPaymentId',
    ],
    [
      'an ID that a spreadsheet rounded',
      { clientPaymentId: '1234567890123450000', amount: '1', currency: 'EUR' },
      'warning',
      'clientPaymentId',
    ],
  ])('finds %s', (_name, values, level, field) => {
    expect(check(values).issues).toEqual([expect.objectContaining({ level, field })]);
  });

  test.each(['=A1+1', '@SUM(A1)'])('warns of the ID %s, which is a formula', (clientPaymentId) => {
    expect(check({ clientPaymentId, amount: '49.90', currency: 'EUR' }).issues).toEqual([
      expect.objectContaining({ level: 'warning', field: 'clientPaymentId' }),
    ]);
  });

  test.each(['#REF!', '#N/A', '#NAME?', '#VALUE!', '#DIV/0!'])(
    'refuses the spreadsheet error %s',
    (error) => {
      expect(check({ clientPaymentId: error, amount: '49.90', currency: 'EUR' }).issues).toEqual([
        expect.objectContaining({ level: 'error', field: 'clientPaymentId' }),
      ]);
    },
  );

  test('compares a fiat price with the minimums of accepted coins and networks only', () => {
    const warn = (digits: string) =>
      check({ clientPaymentId: 'INV-1', amount: digits, currency: 'CHF' }).issues.map(
        ({ message }) => message,
      );
    expect(warn('20')).toEqual([]);
    expect(warn('19.99')).toEqual([tBatchProblems('value.belowSome', { options: 'BTC' })]);
    expect(warn('1.99')).toEqual([tBatchProblems('value.belowEvery', { currency: 'CHF' })]);
  });

  test('never says that no coin is possible while a minimum is unknown', () => {
    const withUnknown = createMinimumWarnings(
      { ...accepted, networks: { BTC: ['BTC'], USDT: ['TRX', 'BSC'] } },
      [
        { coin: 'BTC', network: 'BTC', currency: 'CHF', amount: amount('20') },
        { coin: 'USDT', network: 'TRX', currency: 'CHF', amount: amount('2') },
      ],
    );
    expect(withUnknown({ amount: amount('1'), currency: 'CHF', network: '' })).toBe(
      tBatchProblems('value.belowSome', { options: 'BTC and USDT on TRX' }),
    );
  });

  test('removes the apostrophe with which exports escape formulas, and no other', () => {
    const read = (text: string) => toRowValues([{ text }], ['clientPaymentId'], {}).clientPaymentId;
    for (const id of ['+49 1', '-1', '@ana', '=A1']) {
      expect(read(`'${id}`)).toBe(id);
      expect(read(id)).toBe(id);
    }
    expect(read("'tis")).toBe("'tis");
    expect(read("''=1")).toBe("''=1");
  });

  test('keeps the problem of a cell whose value stays in a correction', () => {
    const before = {
      values: { amount: '1.000000000000000001', currency: 'EURO' },
      issues: [
        { field: 'amount', level: 'error', message: 'rounded', problem: 'inexact' },
        { field: 'currency', level: 'error', message: 'unsupported' },
      ],
    } as const;
    expect([...findRemainingCellProblems(before, { ...before.values, currency: 'EUR' })]).toEqual([
      ['amount', 'inexact'],
    ]);
    expect(findRemainingCellProblems(before, { amount: '1', currency: 'EUR' }).size).toBe(0);
  });

  test('drops the corrections of another table, and those of fields with another column', () => {
    const corrections = new Map([
      [2, { amount: '1', locale: 'de' }],
      [3, { amount: '2' }],
    ]);
    const before = { encoding: 'utf-8', separator: ',', mapping: ['clientPaymentId', 'amount', ''] } as const;
    expect(keepCorrections(corrections, before, before)).toEqual({ kept: corrections, dropped: 0 });
    const moved = { ...before, mapping: ['clientPaymentId', '', 'amount'] } as const;
    expect(keepCorrections(corrections, before, moved)).toEqual({
      kept: new Map([[2, { locale: 'de' }]]),
      dropped: 2,
    });
    expect(keepCorrections(corrections, before, { ...before, separator: ';' })).toEqual({
      kept: new Map(),
      dropped: 2,
    });
  });

  test('sends only the changed values of a correction', () => {
    const opened = { clientPaymentId: 'A', amount: '1', network: '' };
    expect(findChangedValues(opened, { clientPaymentId: 'A', amount: '2' })).toEqual({ amount: '2' });
    expect(findChangedValues(opened, { ...opened, amount: '' })).toEqual({ amount: '' });
  });

  test('keeps the changed values of an unsent correction as text', () => {
    expect(writeChanges({})).toBe('');
    expect(readChanges(writeChanges({ amount: '2', network: '' }))).toEqual({ amount: '2', network: '' });
    for (const text of ['', '{', 'null', '[1]', '{"amount":2,"other":"x"}'])
      expect(readChanges(text)).toEqual({});
  });

  test('finds nothing in a plain row', () => {
    const { issues, amount: digits } = check({ clientPaymentId: 'INV-1', amount: '49.90', currency: 'EUR' });
    expect(issues).toEqual([]);
    expect(digits).toBe('49.90');
  });
});
