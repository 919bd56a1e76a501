import 'server-only';

/** A statement under construction: every value that came from outside becomes a numbered parameter. */
export class Statement {
  readonly values: unknown[] = [];

  /** The placeholder of a value. Equal values do not share one: each use decides its own type. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `column` is one of these. One value is compared plainly, so that an index in list order can serve it. */
  oneOf(column: string, values: readonly string[]): string {
    const [first] = values;
    if (first !== undefined && values.length === 1) return `${column} = ${this.bind(first)}`;
    return `${column} = ANY(${this.bind([...values])}::text[])`;
  }

  /** `column` begins with this text, or is it. Needs an index with text_pattern_ops. */
  startsWith(column: string, text: string): string {
    return `${column} LIKE ${this.bind(`${text.replace(/[\\%_]/g, '\\$&')}%`)}`;
  }

  /** An id begins with these hexadecimal digits. Null where the text can't begin a UUID. */
  uuidStartsWith(column: string, text: string): string | null {
    const range = uuidRange(text);
    if (!range) return null;
    return `${column} BETWEEN ${this.bind(range.low)}::uuid AND ${this.bind(range.high)}::uuid`;
  }
}

const shape = '00000000-0000-0000-0000-000000000000';

/** The first and last UUID that begin with the text, dashes where they belong. */
function uuidRange(text: string): { low: string; high: string } | null {
  const given = text.toLowerCase();
  if (given.length < 2 || given.length > shape.length) return null;
  for (const [at, letter] of [...given].entries())
    if (shape[at] === '-' ? letter !== '-' : !/[0-9a-f]/.test(letter)) return null;
  const rest = shape.slice(given.length);
  return { low: given + rest, high: given + rest.replaceAll('0', 'f') };
}
