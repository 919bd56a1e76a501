/**
 * Evaluates the expressions of alert rules over scraped metrics, for the tests of the rules. It knows the part of PromQL
 * that the rules use: selectors, increase, rate, sum, max, absent, abs, time, arithmetic, comparisons, `and` and `or`.
 */

type Labels = Readonly<Record<string, string>>;
type Sample = { readonly labels: Labels; readonly value: number };
type Value = number | readonly Sample[];

/** The metrics of a process at a time, in seconds. */
export type Scrape = {
  readonly at: number;
  readonly samples: readonly (Sample & { readonly name: string })[];
};

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Parses the text format of Prometheus. `instance` is the label that Prometheus adds. */
export function parseScrape(text: string, at: number, instance: string): Scrape {
  const samples = text.split('\n').flatMap((one) => {
    const [, name, labels = '', value] = line.exec(one) ?? [];
    if (name === undefined) return [];
    const own = Object.fromEntries([...labels.matchAll(label)].map(([, key, text = '']) => [key, text]));
    return [{ name, labels: { ...own, instance }, value: Number(value) }];
  });
  return { at, samples };
}

const tokens =
  /\s*("(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?[smhd]?|[a-zA-Z_:][\w:]*|=~|!~|==|!=|>=|<=|[-+*/><=(){}[\],])/gy;

type Matcher = { readonly label: string; readonly operator: string; readonly text: string };
const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function matches(labels: Labels, { label: name, operator, text }: Matcher): boolean {
  const value = labels[name] ?? '';
  const isEqual = operator.includes('~') ? new RegExp(`^(?:${text})$`).test(value) : value === text;
  return operator.startsWith('!') ? !isEqual : isEqual;
}

const createKey = (labels: Labels): string =>
  JSON.stringify(Object.entries(labels).sort(([left], [right]) => (left < right ? -1 : 1)));

const calculate: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};
const compare: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '>': (left, right) => left > right,
  '<': (left, right) => left < right,
  '>=': (left, right) => left >= right,
  '<=': (left, right) => left <= right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
};
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  Object.keys(compare),
  ['+', '-'],
  ['*', '/'],
];

class Evaluator {
  readonly #tokens: readonly string[];
  readonly #scrapes: readonly Scrape[];
  readonly #now: number;
  #position = 0;

  constructor(expression: string, scrapes: readonly Scrape[], now: number) {
    this.#scrapes = scrapes;
    this.#now = now;
    this.#tokens = [...expression.matchAll(tokens)].map(([, token = '']) => token);
    if (this.#tokens.join('').replaceAll(' ', '') !== expression.replace(/\s+/g, ''))
      throw new Error(`not understood: ${expression}`);
  }

  evaluate(): Value {
    const value = this.#binary(0);
    if (this.#position < this.#tokens.length) throw new Error(`not understood: ${this.#peek()}`);
    return value;
  }

  #peek = (): string => this.#tokens[this.#position] ?? '';
  #take(expected?: string): string {
    const token = this.#peek();
    if (expected !== undefined && token !== expected) throw new Error(`${expected} expected, not ${token}`);
    this.#position += 1;
    return token;
  }

  #binary(level: number): Value {
    const operators = levels[level];
    if (operators === undefined) return this.#primary();
    let left = this.#binary(level + 1);
    while (operators.includes(this.#peek()))
      left = this.#combine(this.#take(), left, this.#binary(level + 1));
    return left;
  }

  #combine(operator: string, left: Value, right: Value): Value {
    if (operator === 'and' || operator === 'or') {
      if (typeof left === 'number' || typeof right === 'number') throw new Error(`${operator} needs series`);
      const has = (samples: readonly Sample[]) => new Set(samples.map(({ labels }) => createKey(labels)));
      const [leftKeys, rightKeys] = [has(left), has(right)];
      return operator === 'and'
        ? left.filter(({ labels }) => rightKeys.has(createKey(labels)))
        : [...left, ...right.filter(({ labels }) => !leftKeys.has(createKey(labels)))];
    }
    const test = compare[operator];
    const arithmetic = calculate[operator];
    if (typeof left === 'number' && typeof right === 'number') return arithmetic?.(left, right) ?? 0;
    if (typeof left !== 'number' && typeof right !== 'number') throw new Error('one side must be a number');
    const samples = typeof left === 'number' ? right : left;
    if (typeof samples === 'number') return samples;
    const order = (value: number): readonly [number, number] =>
      typeof left === 'number' ? [left, value] : [value, typeof right === 'number' ? right : 0];
    if (test !== undefined) return samples.filter(({ value }) => test(...order(value)));
    return samples.map(({ labels, value }) => ({ labels, value: arithmetic?.(...order(value)) ?? 0 }));
  }

  #primary(): Value {
    const token = this.#take();
    if (/^\d/.test(token)) return Number(token);
    if (token === '(') {
      const value = this.#binary(0);
      this.#take(')');
      return value;
    }
    if (token === 'sum' || token === 'max') return this.#aggregate(token);
    if (this.#peek() !== '(') return this.#select(token);
    this.#take('(');
    const value = this.#call(token);
    this.#take(')');
    return value;
  }

  #call(name: string): Value {
    if (name === 'time') return this.#now;
    if (name === 'increase' || name === 'rate') return this.#increase(name === 'rate');
    const value = this.#binary(0);
    if (typeof value === 'number') throw new Error(`${name} needs series`);
    if (name === 'absent') return value.length === 0 ? [{ labels: {}, value: 1 }] : [];
    if (name === 'abs') return value.map((sample) => ({ ...sample, value: Math.abs(sample.value) }));
    throw new Error(`unknown function ${name}`);
  }

  #aggregate(name: 'sum' | 'max'): readonly Sample[] {
    const by: string[] = [];
    if (this.#peek() === 'by') {
      this.#take();
      this.#take('(');
      while (this.#peek() !== ')') {
        const name = this.#take();
        if (name !== ',') by.push(name);
      }
      this.#take(')');
    }
    this.#take('(');
    const value = this.#binary(0);
    this.#take(')');
    if (typeof value === 'number') throw new Error(`${name} needs series`);
    const groups = new Map<string, Sample>();
    for (const { labels, value: one } of value) {
      const kept = Object.fromEntries(by.map((key) => [key, labels[key] ?? '']));
      const earlier = groups.get(createKey(kept))?.value;
      const joined = earlier === undefined ? one : name === 'sum' ? earlier + one : Math.max(earlier, one);
      groups.set(createKey(kept), { labels: kept, value: joined });
    }
    return [...groups.values()];
  }

  #matchers(): readonly Matcher[] {
    const matchers: Matcher[] = [];
    if (this.#peek() !== '{') return matchers;
    this.#take('{');
    while (this.#peek() !== '}') {
      const [name, operator, text] = [this.#take(), this.#take(), this.#take()];
      matchers.push({ label: name, operator, text: text.slice(1, -1) });
      if (this.#peek() === ',') this.#take();
    }
    this.#take('}');
    return matchers;
  }

  #select(name: string): readonly Sample[] {
    const matchers = this.#matchers();
    return (this.#scrapes.at(-1)?.samples ?? []).filter(
      (sample) => sample.name === name && matchers.every((matcher) => matches(sample.labels, matcher)),
    );
  }

  /** The difference of the last and the first value in the time. A series needs both, as in Prometheus. */
  #increase(perSecond: boolean): readonly Sample[] {
    const name = this.#take();
    const matchers = this.#matchers();
    this.#take('[');
    const range = this.#take();
    this.#take(']');
    const seconds = Number(range.slice(0, -1)) * (unitSeconds[range.slice(-1)] ?? 0);
    const series = new Map<string, { first: Sample; last: Sample; count: number }>();
    for (const { samples } of this.#scrapes.filter(({ at }) => at > this.#now - seconds))
      for (const sample of samples) {
        if (sample.name !== name || !matchers.every((matcher) => matches(sample.labels, matcher))) continue;
        const earlier = series.get(createKey(sample.labels));
        const count = (earlier?.count ?? 0) + 1;
        series.set(createKey(sample.labels), { first: earlier?.first ?? sample, last: sample, count });
      }
    return [...series.values()]
      .filter(({ count }) => count > 1)
      .map(({ first, last }) => ({
        labels: last.labels,
        value: (last.value - first.value) / (perSecond ? seconds : 1),
      }));
  }
}

/** Returns the series for which the rule holds at `now`, in seconds. It fires for them once its time has passed. */
export function evaluateRule(
  expression: string,
  scrapes: readonly Scrape[],
  now = scrapes.at(-1)?.at ?? 0,
): readonly Sample[] {
  const value = new Evaluator(expression, scrapes, now).evaluate();
  if (typeof value === 'number') throw new Error('a rule selects series');
  return value;
}
