import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonNumber, JsonSyntaxError, maximumDepth, maximumValues } from './json.ts';
import { parseJson, parseJsonBytes } from './lossless-json.ts';
import { writeJson } from './write-json.ts';

const utf8 = new TextEncoder();

describe('parseJson', () => {
  it('keeps every digit of a number', () => {
    const text = '{"a":0.123456789012345678901234567890,"b":12345678901234567890123456789,"c":1.5e-7}';
    const { value } = parseJson(text);
    expect(value).toEqual({
      a: new JsonNumber('0.123456789012345678901234567890'),
      b: new JsonNumber('12345678901234567890123456789'),
      c: new JsonNumber('1.5e-7'),
    });
    expect(writeJson(value)).toBe(text);
  });

  it('reads __proto__ like any other key', () => {
    const { value } = parseJson('{"__proto__":{"amount":"1"}}');
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect(Reflect.get(Object.prototype, 'amount')).toBeUndefined();
  });

  it('flags valid values that cannot be trusted', () => {
    expect(parseJson('{"a":1,"b":{"c":1,"c":2}}').flaws).toEqual([{ path: 'b.c', flaw: 'duplicate key' }]);
    expect(parseJson('{"a":"\\u0000"}').flaws).toEqual([{ path: 'a', flaw: 'NUL character' }]);
    expect(parseJson('["\\ud800"]').flaws).toEqual([{ path: '0', flaw: 'lone surrogate' }]);
  });

  it.each([
    '',
    ' ',
    '{',
    '[',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '01',
    '1.',
    '.5',
    '+1',
    'NaN',
    'tru',
    '"\n"',
    '"\\x"',
    '[1] 2',
    '{"a" 1}',
    '[1 2]',
    '\u00a01',
  ])('refuses %j', (text) => {
    expect(() => parseJson(text)).toThrow(JsonSyntaxError);
  });

  it('refuses ten thousand levels without a stack overflow', () => {
    expect(() => parseJson('['.repeat(10_000))).toThrow(`deeper than ${maximumDepth}`);
    expect(() => parseJson('{"a":'.repeat(10_000))).toThrow(`deeper than ${maximumDepth}`);
  });

  it('refuses a text of more values than any record has', () => {
    expect(() => parseJson(`[${'0,'.repeat(maximumValues)}0]`)).toThrow(`more than ${maximumValues} values`);
  });

  it('accepts the same JSON as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(JSON.parse(writeJson(parseJson(text).value))).toEqual(JSON.parse(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts no text that JSON.parse refuses', () => {
    const almost = fc.stringMatching(/^[[\]{}",:0-9eE+\-.truefalsn \\]{0,24}$/);
    fc.assert(
      fc.property(almost, (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        let accepted = true;
        try {
          parseJson(text);
        } catch {
          accepted = false;
        }
        expect(accepted).toBe(valid);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('parseJsonBytes', () => {
  it('refuses a byte order mark, UTF-16 and broken UTF-8', () => {
    expect(() => parseJsonBytes(utf8.encode('\ufeff{}'))).toThrow('byte order mark');
    expect(() => parseJsonBytes(new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]))).toThrow(JsonSyntaxError);
    expect(() => parseJsonBytes(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toThrow('is not UTF-8');
  });
});

describe('writeJson', () => {
  it('indents as JSON.stringify does', () => {
    const value = { a: [1, 'b', null, { c: true }], d: {}, e: [] };
    expect(writeJson(parseJson(JSON.stringify(value)).value, 2)).toBe(JSON.stringify(value, null, 2));
  });
});
