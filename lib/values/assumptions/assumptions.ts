import * as z from 'zod';
import { brand } from '../brand.ts';
import type { AssumedValue, Changeable } from './assumption.ts';
import { inWords } from './assumption.ts';
import { callbackAssumptions } from './callbacks.ts';
import { fixedAssumptions } from './fixed.ts';
import { requestAssumptions } from './requests.ts';

/**
 * Every assumption has its one home here: the question, the variable, what it may be, and the default, from which
 * the environment's check, the service's settings, the Connection page and the sandbox are all made.
 */
const changeable = { ...requestAssumptions, ...callbackAssumptions } satisfies Record<string, Changeable>;

type Name = keyof typeof changeable;
type Checks = { [Each in Name]: (typeof changeable)[Each]['check'] };

/** The checks of their variables, defaults included. */
export const assumptionChecks = brand<Checks>(
  Object.fromEntries(Object.entries(changeable).map(([name, { check }]) => [name, check])),
);

const settings = z.object(assumptionChecks);

/** What is assumed, typed, under the names of the variables. */
export type Assumptions = z.output<typeof settings>;

/** A row of the Connection page. */
export type AssumptionRow = {
  readonly key: string;
  readonly question: string;
  readonly section: string;
  /** Null: nothing changes it. */
  readonly variable: string | null;
  /** Why no variable changes it. Null where one does. */
  readonly because: string | null;
  /** The file that settles what no variable changes. */
  readonly settledIn: string | null;
  readonly default: string;
  readonly value: string;
};

/** What is assumed where no variable is set. */
export const usualAssumptions: Assumptions = settings.parse({});

/** Reads the variables; an empty one counts as unset. Throws an Error of one line that names the variable. */
export function readAssumptions(source: Readonly<Record<string, string | undefined>>): Assumptions {
  const given = Object.entries(source).filter(
    ([name, value]) => name in changeable && Boolean(value?.trim()),
  );
  const result = settings.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${String(issue?.path[0])} should be ${issue?.message}.`);
}

/** Each assumption with what is assumed now, in the order of the interface's sections as the tables have them. */
export function assumptionRows(now: Assumptions): readonly AssumptionRow[] {
  // By name: the environment reads each variable when it is asked for, and lists none.
  const of = (all: Assumptions, variable: string) => brand<AssumedValue>(Reflect.get(all, variable));
  return [
    ...Object.entries<Changeable>(changeable).map(([variable, one]) => ({
      key: one.key,
      question: one.question,
      section: one.section,
      variable,
      because: null,
      settledIn: null,
      default: inWords(one, of(usualAssumptions, variable)),
      value: inWords(one, of(now, variable)),
    })),
    ...fixedAssumptions.map(({ key, question, section, assumed, because, settledIn }) => ({
      key,
      question,
      section,
      variable: null,
      because,
      settledIn,
      default: assumed,
      value: assumed,
    })),
  ];
}
