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

  /** `column` lies between these, both included. */
  between(column: string, { low, high }: { low: string; high: string }, type: 'uuid'): string {
    return `${column} BETWEEN ${this.bind(low)}::${type} AND ${this.bind(high)}::${type}`;
  }
}
