import { createMessages } from './create-messages.ts';

/** Messages of exports and of files that are made in the background. */
export const tExports = createMessages({
  sheetNotes: {
    amount:
      'Amounts with up to 15 digits are numbers. Longer amounts are text, because a spreadsheet would round them. Spreadsheet sums don’t include text, so sum the column with the rounded amounts if there is one.',
    number: 'The values in this column are whole numbers.',
    time: 'Dates use the time zone of the business, which the last column shows.',
  },
  roundedHeading: '{heading} (rounded)',
  cellCut: '… (shortened: the CSV file has all {length} characters)',
  failed: 'The file couldn’t be created. Request it again, or export a shorter period.',
  fileGone: 'This file is no longer available. Request it again.',
  notRunning: 'This export has already ended.',
  roleForbids: 'Your role no longer allows this export.',
  tooManyRunning:
    'You already have {count, plural, one {# file} other {# files}} in progress. Wait until one is complete, or stop one.',
});

/**
 * Texts of the PDF of a payment. Payers read it, so it names no review, no block and no suspicion: such states read
 * like other open or failed ones.
 */
export const tPaymentDocument = createMessages({
  title: 'Payment {reference}',
  asOf: 'As of {time}. Times in {zone}.',
  foot: '{business} · payment {id} · as of {time}',
  missingCharacters:
    'Some characters are invisible or missing in this document’s font. Codes such as [U+4E2D] are shown instead.',
  notReported: '— not reported',
  money: '{amount} {currency}',
  unknownCurrency: '(currency not reported)',
  coinOnNetwork: '{coin} on {network}',
  unknownNetwork: 'an unknown network',
  source: { import: 'imported by a person, {time}', seed: 'sample data, {time}' },
  mayBeMore: 'this amount may be for the whole payment',
  paidNotConfirmed: 'Paid in full. The payment service has not confirmed it yet.',
  expiry: { estimated: 'estimated from the time limit of the payment', never: 'no expiry' },
  noDeposits: 'no deposits yet',
  notes: {
    amounts:
      'Amounts are exact, as the payment service reported them. “—” means that a value is unknown. It doesn’t mean zero.',
    stale:
      'This is the last status that the payment service reported. The status may have changed since then.',
  },
  parts: {
    deposit: 'Deposit',
    depositOf: 'Deposit {number} of {count}',
    deposits: 'Deposits',
    payment: 'Payment',
    refund: 'Refund of deposit',
    refundOf: 'Refund of deposit {number} of {count}',
  },
  labels: {
    address: 'Deposit address',
    amount: 'Amount',
    coinAndNetwork: 'Coin and network',
    depositId: 'Deposit ID',
    destinationTag: 'Destination tag',
    exchangeRate: 'Exchange rate',
    from: 'Sender address',
    network: 'Network',
    networkFee: 'Network fee',
    paid: 'Paid amount',
    paidInCoin: 'Paid amount, in coin',
    payableUntil: 'Payable until',
    payerNetworkFee: 'Network fee, paid by payer',
    payerServiceFee: 'Service fee, paid by payer',
    paymentId: 'Payment ID',
    received: 'Received at',
    reason: 'Reason',
    reference: 'Reference',
    refundType: 'Refund type',
    refundedAt: 'Refunded at',
    requestedAmount: 'Requested amount',
    requestedAt: 'Requested at',
    requestedInCoin: 'Requested amount, in coin',
    startedAt: 'Payment started at',
    status: 'Status',
    to: 'Recipient address',
    transaction: 'Transaction',
    type: 'Type',
    value: 'Amount in the currency of the price',
  },
  payment: {
    NEW: 'Open',
    PENDING: 'In progress',
    AWAITING: 'In progress',
    DEPOSITED: 'Paid',
    OVERPAID: 'Paid more than requested',
    EXPIRED: 'Expired',
    BLOCKED: 'Not completed',
    UNPROCESSABLE: 'Not completed',
  },
  deposit: {
    UNCONFIRMED: 'In progress',
    COMPLIANCE_REVIEW: 'In progress',
    CONFIRMED: 'Received',
    BLOCKED: 'Not completed',
    UNPROCESSABLE: 'Not completed',
  },
  refund: { PENDING: 'In progress', CONFIRMED: 'Refunded', NON_REFUNDABLE: 'Not refundable' },
  refundType: { FULL: 'Full', PARTIAL: 'Partial' },
  refundReason: {
    OVERPAYMENT: 'More was paid than requested',
    CURRENCY_MISMATCH: 'Paid in another coin or on another network',
    FOLLOW_UP_DEPOSIT: 'A second deposit arrived for the same payment',
    RESTRICTED_CURRENCY: 'The deposit was not accepted',
    ILLICIT_DEPOSIT: 'The deposit was not accepted',
  },
  type: { ONE_TIME: 'One-time', REUSABLE: 'Reusable' },
  rateType: { FIXED: 'Fixed', FLOATING: 'Floating' },
  date: '{day} {month} {year}, {clock} ({offset})',
  months: {
    '01': 'January',
    '02': 'February',
    '03': 'March',
    '04': 'April',
    '05': 'May',
    '06': 'June',
    '07': 'July',
    '08': 'August',
    '09': 'September',
    '10': 'October',
    '11': 'November',
    '12': 'December',
  },
});

/** Texts of the menu of file formats, and of files made in the background. */
export const tExportFiles = createMessages({
  menu: {
    label: 'File formats',
    now: 'Download immediately',
    later: 'Create in the background',
    csv: 'CSV with the columns shown',
    csvAll: 'CSV with all fields',
    xlsx: 'Excel workbook with the columns shown',
    xlsxAll: 'Excel workbook with all fields',
    xlsxLastMonth: 'Excel workbook of last month',
    zip: 'CSV in a ZIP file',
    pdf: 'Print this page, or save it as PDF',
    files: 'Export files',
  },
  title: 'Export files',
  intro:
    'Only you can download these files. The files expire after 24 hours. Files of schedules expire after 7 days. In Excel workbooks, formulas can use the numbers and dates.',
  empty: 'No export files',
  startFailed: 'The export file could not be created',
  stopFailed: 'The export could not be stopped',
  file: {
    progress: 'Progress of {fileName}',
    rows: '{rows} {noun} written',
    rowsOfTotal: '{rows} of {total} {noun}',
    done: '{rows} {noun}, {size}, available until <time></time>',
    cut: {
      xlsx: 'The workbook is incomplete, because it can’t hold all {noun}. Create a CSV file instead.',
      csv: 'The file is incomplete, because it reached its limit of 4 GB. Use the Export button to get all {noun}.',
    },
    stop: 'Stop export',
    stopped: 'The export was stopped. The file is incomplete.',
    download: 'Download {fileName}',
  },
});

/** The names of columns in the files of accounting programs, as each program spells them. */
export const tFileColumns = createMessages({
  datev:
    'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink;Beleginfo - Art 1;Beleginfo - Inhalt 1;Beleginfo - Art 2;Beleginfo - Inhalt 2;Beleginfo - Art 3;Beleginfo - Inhalt 3;Beleginfo - Art 4;Beleginfo - Inhalt 4;Beleginfo - Art 5;Beleginfo - Inhalt 5;Beleginfo - Art 6;Beleginfo - Inhalt 6;Beleginfo - Art 7;Beleginfo - Inhalt 7;Beleginfo - Art 8;Beleginfo - Inhalt 8;KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung;Zusatzinformation - Art 1;Zusatzinformation- Inhalt 1;Zusatzinformation - Art 2;Zusatzinformation- Inhalt 2;Zusatzinformation - Art 3;Zusatzinformation- Inhalt 3;Zusatzinformation - Art 4;Zusatzinformation- Inhalt 4;Zusatzinformation - Art 5;Zusatzinformation- Inhalt 5;Zusatzinformation - Art 6;Zusatzinformation- Inhalt 6;Zusatzinformation - Art 7;Zusatzinformation- Inhalt 7;Zusatzinformation - Art 8;Zusatzinformation- Inhalt 8;Zusatzinformation - Art 9;Zusatzinformation- Inhalt 9;Zusatzinformation - Art 10;Zusatzinformation- Inhalt 10;Zusatzinformation - Art 11;Zusatzinformation- Inhalt 11;Zusatzinformation - Art 12;Zusatzinformation- Inhalt 12;Zusatzinformation - Art 13;Zusatzinformation- Inhalt 13;Zusatzinformation - Art 14;Zusatzinformation- Inhalt 14;Zusatzinformation - Art 15;Zusatzinformation- Inhalt 15;Zusatzinformation - Art 16;Zusatzinformation- Inhalt 16;Zusatzinformation - Art 17;Zusatzinformation- Inhalt 17;Zusatzinformation - Art 18;Zusatzinformation- Inhalt 18;Zusatzinformation - Art 19;Zusatzinformation- Inhalt 19;Zusatzinformation - Art 20;Zusatzinformation- Inhalt 20;Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto',
  netsuite: 'External ID,Date,Currency,Memo,Account,Debit,Credit,Line Memo',
  quickbooks:
    '*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name,Currency,Location,Class',
  xero: '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
  xeroBank: '*Date,*Amount,Payee,Description,Reference,Check Number',
  xeroTaxRate: 'Tax Exempt',
});
