/**
 * Hostile callbacks, one list for every entry point, with the first status and the stored verdict. Each is answered
 * 200 the second time. Only an applied body creates a deposit or withdrawal.
 */
export type HostileBody = {
  readonly description: string;
  readonly kind: 'deposit-received' | 'withdrawal' | 'deposit-exchanged';
  /** New IDs each time. */
  readonly make: () => Uint8Array<ArrayBuffer>;
  readonly status: 200 | 400;
  readonly verdict: 'applied' | 'quarantined' | 'stored';
};

type Fields = Readonly<Record<string, unknown>>;
/** Bodies as the service sends them, with some fields replaced. */
export type Samples = Readonly<Record<'deposit' | 'withdrawal', (fields?: Fields) => object>>;

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return bytes;
};
const joined = (...parts: readonly Uint8Array[]) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
};

const deep = 10_000;
/** gzip of `{}`. */
const zipped = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 171, 174, 5, 0, 67, 191, 166, 163, 2, 0, 0, 0];

/** Returns the list. `longest` is the size limit of a body in bytes. */
export function listHostileBodies({ deposit, withdrawal }: Samples, longest: number): readonly HostileBody[] {
  const text = (fields?: Fields) => JSON.stringify(deposit(fields));
  /** Writes one field of a deposit callback as raw JSON. */
  const writing = (field: string, written: string) => () =>
    utf8(text({ [field]: '@@' }).replace('"@@"', () => written));
  const fee = (written: string) => writing('onChainFee', written);
  const front = (more: string) => () => utf8(text().replace('{', () => `{${more},`));
  const bad = (what: string, make: HostileBody['make']): HostileBody => ({
    description: what,
    kind: 'deposit-received',
    make,
    status: 400,
    verdict: 'quarantined',
  });
  const odd = (what: string, make: HostileBody['make']): HostileBody => ({ ...bad(what, make), status: 200 });
  const well = (what: string, make: HostileBody['make']): HostileBody => ({
    ...odd(what, make),
    verdict: 'applied',
  });
  const withdrawn = (fields: Fields) => () => utf8(JSON.stringify(withdrawal(fields)));
  const between = (before: readonly number[], after: readonly number[]) => {
    const [head = '', tail = ''] = text({ fromAddress: '@@' }).split('@@');
    return joined(utf8(head), Uint8Array.from(before), Uint8Array.from(after), utf8(tail));
  };
  return [
    // Bodies that aren’t JSON.
    bad('nothing', () => new Uint8Array()),
    bad('white space', () => utf8(' \r\n\t')),
    bad('half an object', () => utf8(text().slice(0, 200))),
    bad('an object and more', () => utf8(`${text()}${text()}`)),
    bad('a NUL behind it', () => utf8(`${text()}\u0000`)),
    bad('a byte order mark', () => utf8(`\ufeff${text()}`)),
    bad('UTF-16', () => utf16(text(), true)),
    bad('UTF-16 with its mark, the other way round', () => utf16(`\ufeff${text()}`, false)),
    bad('Latin-1', () => between([0xfc], [])),
    bad('UTF-8 that is longer than it must be', () => between([0xc0], [0x80])),
    bad('half a surrogate pair as bytes', () => between([0xed, 0xa0], [0x80])),
    bad('10,000 lists in one another', () => utf8('['.repeat(deep) + ']'.repeat(deep))),
    bad('10,000 objects in one another', () => utf8(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`)),
    bad('10,000 lists in a field', writing('onChainFee', '['.repeat(deep) + ']'.repeat(deep))),
    bad('gzip that says nothing of it', () => Uint8Array.from(zipped)),
    bad('a control character in a string', writing('fromAddress', '"a\u0000b"')),
    bad('a comma too many', () => utf8(text().replace(/}$/, ',}'))),
    bad('other quotes', () => utf8(text().replaceAll('"', "'"))),
    bad('a comment', () => utf8(`/* */${text()}`)),
    ...['NaN', 'Infinity', '-', '+1', '01', '.5', '1.', '0x1f', '1_000', 'undefined', "'1'"].map((written) =>
      bad(`the number ${written}`, fee(written)),
    ),
    // JSON that a person must review.
    odd('a key that stands twice', front('"status":"CONFIRMED"')),
    odd('a key that stands twice, once in other letters', front('"st\\u0061tus":"CONFIRMED"')),
    odd('an unknown key, twice', front('"x":1,"x":2')),
    odd('a key that stands twice in a field', front('"x":{"y":1,"y":1}')),
    odd('half a surrogate pair', writing('fromAddress', '"\\ud800"')),
    odd('the other half', writing('fromAddress', '"\\udc00\\ud800"')),
    odd('half a surrogate pair in a key', front('"\\udfff":1')),
    odd('NUL', writing('fromAddress', '"a\\u0000"')),
    odd('NUL in a key', front('"a\\u0000":1')),
    odd('NUL in an id', writing('clientPaymentId', '"a\\u0000"')),
    odd('NUL in a name', writing('status', '"CONFIRMED\\u0000"')),
    odd('1e400', fee('1e400')),
    odd('-1e400', fee('-1e400')),
    odd('1e-400', fee('1e-400')),
    odd('1e999999999999', fee('1e999999999999')),
    odd('31 decimals', fee(`0.${'1'.repeat(31)}`)),
    odd('200 zeros behind the point', fee(`1.${'0'.repeat(200)}`)),
    odd('36 digits', fee('9'.repeat(36))),
    odd('a huge number', fee('9'.repeat(5_000))),
    odd('a huge number in a string', fee(`"${'9'.repeat(5_000)}"`)),
    odd('a negative amount', fee('-0.01')),
    odd('an amount with a comma', fee('"1,5"')),
    odd('an amount with a space', fee('" 1"')),
    odd('an amount in other digits', fee('"\u0661\u0662"')),
    odd('an empty amount', fee('""')),
    odd('a list for an amount', fee('[1]')),
    odd('true for an amount', writing('actualDepositAmount', 'true')),
    odd('null for an amount that is needed', writing('actualDepositAmount', 'null')),
    odd('a huge time', writing('paymentReceivedAt', '1e30')),
    odd('a time before all others', writing('paymentReceivedAt', '-1')),
    odd('a time with a fraction', writing('paymentReceivedAt', '1793000000.5')),
    odd('an unknown status', writing('status', '"SETTLED"')),
    odd('a number for a name', writing('network', '7')),
    odd('an object for a name', writing('network', '{"toString":"TRX"}')),
    odd('an object that has a length for a name', writing('network', '{"length":{}}')),
    odd('an object that has a length for an id', writing('clientPaymentId', '{"length":{}}')),
    odd('an id that is none', writing('depositId', '"1"')),
    odd('a list for an id', writing('paymentId', '["a"]')),
    odd('an id of 501 letters', writing('clientPaymentId', `"${'x'.repeat(501)}"`)),
    odd('a field that is missing', () => utf8(text().replace('"fromAddress"', '"fromAdress"'))),
    ...['null', 'true', '0', '"{}"', '[]', '{}'].map((written, at) =>
      // Each content arrives only once per business.
      odd(`${written} alone`, () => utf8(`${' '.repeat(at)}${written}`)),
    ),
    odd('a list for an object', () => utf8(`[${text()}]`)),
    odd('a list that is like the object', () => utf8(JSON.stringify(Object.entries(deposit())))),
    { ...odd("another business's withdrawal", withdrawn({ businessId: newId() })), kind: 'withdrawal' },
    { ...odd('a list for the owner', withdrawn({ txAddressOwner: [] })), kind: 'withdrawal' },
    { ...odd('a name for the owner', withdrawn({ txAddressOwner: 'unknown' })), kind: 'withdrawal' },
    {
      ...odd('NUL in the owner', withdrawn({ txAddressOwner: { name: '\u0000', category: '' } })),
      kind: 'withdrawal',
    },
    { ...odd('a list for the status', withdrawn({ status: ['COMPLETED'] })), kind: 'withdrawal' },
    // Unusual, but valid by the interface.
    well('30 decimals', fee(`0.${'1'.repeat(30)}`)),
    well('35 digits', fee('9'.repeat(35))),
    well('nothing below zero', fee('-0')),
    well('an exponent', fee('1.50e-7')),
    well('__proto__', front('"__proto__":{"status":"BLOCKED"}')),
    well(
      'constructor and its like',
      front('"constructor":{"prototype":1},"toString":null,"hasOwnProperty":0'),
    ),
    well('markup, a formula and letters from right to left', writing('fromAddress', '"=1+1<b>\\u202eb"')),
    well('a body as long as may be', () => {
      const body = utf8(text());
      return joined(body, new Uint8Array(longest - body.byteLength).fill(0x20));
    }),
    {
      ...well('the deducted amount in both spellings', withdrawn({ deducedSettlementAmount: '1' })),
      kind: 'withdrawal',
    },
    {
      description: 'anything of an exchanged deposit',
      kind: 'deposit-exchanged',
      make: () => joined(Uint8Array.from([0, 255, 254]), utf8(newId())),
      status: 200,
      verdict: 'stored',
    },
  ];
}

const newId = (): string => crypto.randomUUID();
