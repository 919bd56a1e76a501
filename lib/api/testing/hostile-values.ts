/** Texts and values that programs send by mistake or on purpose. */
export const hostileTexts = [
  ...['', ' ', '\u0000', '\ud800', 'undefined', 'null', '-1', '1e400', 'NaN', '0x10', '9'.repeat(40), '1.5'],
  ...[
    "' OR '1'='1",
    '<script>',
    '=1+1',
    '../../etc/passwd',
    '%zz',
    '\u202e',
    '\ud83d\ude00',
    ',,,',
    '{}',
    '[]',
  ],
  ...[
    'x'.repeat(3_000),
    '__proto__',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-11-01..',
    'EUR:1..',
  ],
];
export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  ...[0, -1, 0.1, 1e308, true, false, null, [], {}, [null], ['under'], { toString: 1 }, ['x'.repeat(3_000)]],
];
