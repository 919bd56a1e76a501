import type { Language } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import type { BatchField } from './fields.ts';
import { batchFields } from './fields.ts';

/** Usual column names in English, and the names of the fields of the create form. */
const englishNames: Readonly<Record<BatchField, readonly string[]>> = {
  clientPaymentId: [
    'client payment ID',
    'payment ID',
    'client ID',
    'ID',
    'reference',
    'reference no',
    'reference number',
    'ref',
    'invoice',
    'invoice no',
    'invoice number',
    'invoice ID',
    'order',
    'order ID',
    'order no',
    'order number',
    'number',
  ],
  amount: [
    'amount',
    'display amount',
    'deposit amount',
    'price',
    'total',
    'total amount',
    'amount due',
    'invoice amount',
    'order total',
    'grand total',
    'gross amount',
    'amount gross',
    'amount incl VAT',
    'total incl VAT',
    'sum',
    'value',
  ],
  currency: ['currency', 'display currency', 'deposit currency', 'currency code', 'coin', 'ccy'],
  network: ['network', 'chain', 'blockchain'],
  type: ['type', 'payment type'],
  rateType: ['rate type', 'rate'],
  expirationMinutes: [
    'expiration minutes',
    'minutes',
    'expires',
    'expiry',
    'expires minutes',
    'expiry minutes',
  ],
  locale: ['locale', 'language', 'lang'],
  redirectUrl: ['redirect URL', 'redirect', 'return URL', 'URL'],
  redirectMode: ['redirect mode', 'redirect opens in'],
};

/** Column names for the fields that every file has. Running numbers, such as "Nr.", are no references. */
type RequiredNames = Readonly<Record<'clientPaymentId' | 'amount' | 'currency', readonly string[]>>;

/** Usual column names in the other languages of the checkout. */
const namesByLanguage: Readonly<Record<Exclude<Language, 'en'>, RequiredNames>> = {
  ar: {
    clientPaymentId: ['رقم الفاتورة', 'الفاتورة', 'رقم الطلب', 'الطلب', 'المرجع'],
    amount: ['المبلغ', 'مبلغ', 'السعر', 'الإجمالي'],
    currency: ['العملة', 'عملة'],
  },
  bg: {
    clientPaymentId: ['Номер на фактура', 'Фактура №', 'Фактура', 'Номер на поръчка', 'Поръчка'],
    amount: ['Сума', 'Стойност', 'Цена'],
    currency: ['Валута'],
  },
  zh: {
    clientPaymentId: ['发票号', '发票号码', '订单号', '订单编号', '發票號碼', '訂單編號', '訂單號碼'],
    amount: ['金额', '金額', '总额', '總額'],
    currency: ['币种', '货币', '幣別', '貨幣'],
  },
  fr: {
    clientPaymentId: [
      'Numéro de facture',
      'No de facture',
      'No facture',
      'N° de facture',
      'N° facture',
      'Facture',
      'Numéro de commande',
      'N° de commande',
      'N° commande',
      'Commande',
      'Référence',
    ],
    amount: ['Montant', 'Montant TTC', 'Montant total', 'Prix'],
    currency: ['Devise', 'Monnaie'],
  },
  de: {
    clientPaymentId: [
      'Rechnungsnummer',
      'Rechnungsnr.',
      'Rechnung',
      'Belegnummer',
      'Belegnr.',
      'Bestellnummer',
      'Bestellnr.',
      'Bestellung',
      'Auftragsnummer',
      'Auftragsnr.',
      'Auftrag',
      'Referenz',
    ],
    amount: ['Betrag', 'Rechnungsbetrag', 'Bruttobetrag', 'Betrag brutto', 'Gesamtbetrag', 'Summe', 'Preis'],
    currency: ['Währung', 'Waehrung', 'Währungscode'],
  },
  ja: {
    clientPaymentId: ['請求書番号', '請求番号', '注文番号'],
    amount: ['金額', '請求金額', '合計金額', '合計'],
    currency: ['通貨'],
  },
  lt: {
    clientPaymentId: [
      'Sąskaitos numeris',
      'Sąskaitos Nr.',
      'Sąskaita',
      'Užsakymo numeris',
      'Užsakymo Nr.',
      'Užsakymas',
    ],
    amount: ['Suma', 'Kaina'],
    currency: ['Valiuta'],
  },
  pt: {
    clientPaymentId: [
      'Número da fatura',
      'N.º da fatura',
      'Fatura',
      'Número do pedido',
      'N.º do pedido',
      'Pedido',
      'Encomenda',
      'Referência',
    ],
    amount: ['Valor', 'Montante', 'Valor total', 'Preço'],
    currency: ['Moeda'],
  },
  ru: {
    clientPaymentId: ['Номер счёта', 'Счёт', 'Счёт №', 'Номер заказа', 'Заказ', 'Заказ №'],
    amount: ['Сумма', 'Стоимость', 'Цена'],
    currency: ['Валюта'],
  },
  es: {
    clientPaymentId: [
      'Número de factura',
      'N.º de factura',
      'N.º factura',
      'Factura',
      'Número de pedido',
      'N.º de pedido',
      'N.º pedido',
      'Pedido',
      'Referencia',
    ],
    amount: ['Importe', 'Importe total', 'Monto', 'Precio'],
    currency: ['Moneda', 'Divisa'],
  },
  tr: {
    clientPaymentId: ['Fatura numarası', 'Fatura no', 'Fatura', 'Sipariş numarası', 'Sipariş no', 'Sipariş'],
    amount: ['Tutar', 'Toplam', 'Fiyat'],
    currency: ['Para birimi', 'Döviz'],
  },
};

/** Compares names without case, accents, spaces and signs. Turkish writes "i" without its dot. */
const normalizeName = (header: string): string =>
  header
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]/gu, '');

const isRequired = (field: BatchField): field is keyof RequiredNames =>
  field === 'clientPaymentId' || field === 'amount' || field === 'currency';

const listNames = (field: BatchField): readonly string[] =>
  [
    ...englishNames[field],
    ...(isRequired(field) ? Object.values(namesByLanguage).flatMap((names) => names[field]) : []),
  ].map(normalizeName);

const namesByField = new Map(batchFields.map((field) => [field, listNames(field)]));

/** Matches the currency at the end of a column name, such as "Betrag in EUR" or "Amount (USD)". */
const currencyAtEnd = new RegExp(
  `(?<![\\s,([])[\\s,([]+(?:(?:in|en)\\s+)?(?:${[...fiatCurrencies, ...cryptoCurrencies].join('|')})[)\\]]?\\s*$`,
  'i',
);

/**
 * Guesses the field of each column from the column names. Each field is used once, its usual names first. The name of an
 * amount may end with its currency.
 */
export function guessMapping(headers: readonly string[]): readonly (BatchField | '')[] {
  const whole = headers.map(normalizeName);
  const withoutCurrency = headers.map((header) => normalizeName(header.replace(currencyAtEnd, '')));
  const mapping = new Map<number, BatchField>();
  for (const [field, names] of namesByField) {
    const spellings = field === 'amount' ? [whole, withoutCurrency] : [whole];
    const [best] = names
      .flatMap((name) =>
        spellings.map((headings) => headings.findIndex((it, at) => it === name && !mapping.has(at))),
      )
      .filter((at) => at >= 0);
    if (best !== undefined) mapping.set(best, field);
  }
  return headers.map((_header, at) => mapping.get(at) ?? '');
}
