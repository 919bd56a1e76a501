import { brand } from './brand.ts';
import type { Json, JsonFlaw, ParsedJson } from './json.ts';
import { JsonNumber, JsonSyntaxError, maximumDepth, maximumValues } from './json.ts';

const whitespace = /[ \t\n\r]*/y;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// One string token; control characters must be escaped (RFC 8259, section 7).
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what the grammar forbids
const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** A strict reader of one RFC 8259 text. Use `parseJson`. */
export class JsonReader {
  #at = 0;
  #values = 0;
  readonly #text: string;
  readonly #flaws: JsonFlaw[] = [];
  readonly #path: (string | number)[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): ParsedJson {
    const value = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) this.#fail('has something after its end');
    return { value, flaws: this.#flaws };
  }

  #value(): Json {
    this.#skip();
    this.#values += 1;
    if (this.#values > maximumValues) this.#fail(`has more than ${maximumValues} values`);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return new JsonNumber(this.#token(numberToken) ?? this.#fail('has no value'));
    }
  }

  #object(): Json {
    // No prototype: `__proto__` is an ordinary key.
    const object = brand<Record<string, Json>>(Object.create(null));
    this.#open('}', () => {
      this.#skip();
      if (this.#text[this.#at] !== '"') this.#fail('has a key that is no string');
      const key = this.#string();
      this.#skip();
      this.#expect(':');
      this.#path.push(key);
      if (key in object) this.#flaw('duplicate key');
      object[key] = this.#value();
      this.#path.pop();
    });
    return object;
  }

  #array(): Json {
    const array: Json[] = [];
    this.#open(']', () => {
      this.#path.push(array.length);
      array.push(this.#value());
      this.#path.pop();
    });
    return array;
  }

  #open(close: string, member: () => void): void {
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    if (this.#path.length >= maximumDepth) this.#fail(`is nested deeper than ${maximumDepth} levels`);
    for (;;) {
      member();
      this.#skip();
      if (this.#text[this.#at] === close) break;
      this.#expect(',');
    }
    this.#at += 1;
  }

  #string(): string {
    const token = this.#token(stringToken) ?? this.#fail('has a broken string');
    const text = brand<string>(JSON.parse(token));
    if (text.includes('\u0000')) this.#flaw('NUL character');
    if (!text.isWellFormed()) this.#flaw('lone surrogate');
    return text;
  }

  #word<T extends null | boolean>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('has no value');
    this.#at += word.length;
    return value;
  }

  #token(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0] ?? null;
    if (token !== null) this.#at += token.length;
    return token;
  }

  #skip(): void {
    whitespace.lastIndex = this.#at;
    this.#at += whitespace.exec(this.#text)?.[0].length ?? 0;
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) this.#fail(`lacks a "${character}"`);
    this.#at += 1;
  }

  #flaw(flaw: JsonFlaw['flaw']): void {
    this.#flaws.push({ path: this.#path.join('.'), flaw });
  }

  #fail(problem: string): never {
    throw new JsonSyntaxError(`${problem} at character ${this.#at + 1}`);
  }
}
