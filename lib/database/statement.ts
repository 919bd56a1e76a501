import 'server-only';

/** Returns a pattern (LIKE) that matches this text alone. */
export const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Collects the values of a statement: every value from outside becomes a numbered parameter. */
export class Statement {
  readonly values: unknown[] = [];

  /** Returns the placeholder of a value. Equal values don't share one, because each use decides its own type. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /**
   * Tests that `column` is one of these. A single value is compared plainly, so that an index in list order can serve
   * it.
   */
  oneOf(column: string, values: readonly string[]): string {
    const [first] = values;
    if (first !== undefined && values.length === 1) return `${column} = ${this.bind(first)}`;
    return `${column} = ANY(${this.bind([...values])}::text[])`;
  }

  /** Tests that `column` matches the pattern in any letters. Needs an index of trigrams. */
  isLike(column: string, pattern: string): string {
    return `${column} ILIKE ${this.bind(pattern)}`;
  }

  /** Tests that `column` starts with this text. Needs an index with text_pattern_ops. */
  startsWith(column: string, text: string): string {
    return `${column} LIKE ${this.bind(`${escapePattern(text)}%`)}`;
  }

  /** Tests that `column` is within the range, both ends included. */
  between(column: string, { low, high }: { low: string; high: string }, type: 'uuid'): string {
    return `${column} BETWEEN ${this.bind(low)}::${type} AND ${this.bind(high)}::${type}`;
  }
}
