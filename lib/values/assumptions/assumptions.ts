import * as z from 'zod';
import { brand } from '../brand.ts';
import type { AssumedValue, ChangeableAssumption } from './assumption.ts';
import { formatAssumedValue } from './assumption.ts';
import { callbackAssumptions } from './callbacks.ts';
import { fixedAssumptions } from './fixed.ts';
import { requestAssumptions } from './requests.ts';

/**
 * All assumptions with their question, variable, accepted values and default. The environment check, the service
 * settings, the Connection page and the sandbox are built from this list.
 */
const changeable = { ...requestAssumptions, ...callbackAssumptions } satisfies Record<
  string,
  ChangeableAssumption
>;

type Name = keyof typeof changeable;
type Checks = { [Variable in Name]: (typeof changeable)[Variable]['check'] };

/** Checks of the variables, with their defaults. */
export const assumptionChecks = brand<Checks>(
  Object.fromEntries(Object.entries(changeable).map(([name, { check }]) => [name, check])),
);

const settings = z.object(assumptionChecks);

/** Assumed values, typed, by variable. */
export type Assumptions = z.output<typeof settings>;

/** A row of the Connection page. */
export type AssumptionRow = {
  readonly key: string;
  readonly question: string;
  readonly section: string;
  /** Null: there is no variable. */
  readonly variable: string | null;
  /** Why there is no variable. Null where there is one. */
  readonly because: string | null;
  /** The file that implements an assumption without a variable. */
  readonly settledIn: string | null;
  readonly default: string;
  readonly value: string;
};

/** Assumptions without any variable set. */
export const defaultAssumptions: Assumptions = settings.parse({});

/**
 * Parses the variables; an empty one counts as unset.
 *
 * @throws {Error} with one line that names the variable.
 */
export function readAssumptions(source: Readonly<Record<string, string | undefined>>): Assumptions {
  const present = Object.entries(source).filter(
    ([name, value]) => name in changeable && Boolean(value?.trim()),
  );
  const result = settings.safeParse(Object.fromEntries(present));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${String(issue?.path[0])} should be ${issue?.message}.`);
}

/** Returns each assumption with its current value, in the order of the interface's sections. */
export function listAssumptionRows(current: Assumptions): readonly AssumptionRow[] {
  // The environment reads variables by name and can’t list them.
  const readVariable = (assumptions: Assumptions, variable: string) =>
    brand<AssumedValue>(Reflect.get(assumptions, variable));
  return [
    ...Object.entries<ChangeableAssumption>(changeable).map(([variable, assumption]) => ({
      key: assumption.key,
      question: assumption.question,
      section: assumption.section,
      variable,
      because: null,
      settledIn: null,
      default: formatAssumedValue(assumption, readVariable(defaultAssumptions, variable)),
      value: formatAssumedValue(assumption, readVariable(current, variable)),
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
