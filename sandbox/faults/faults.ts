import type { Random } from '../model/random.ts';
import { seededRandom } from '../model/random.ts';
import type { SettingStore } from '../storage/settings.ts';
import type { Fault } from './catalogue.ts';
import { faultCatalogue } from './catalogue.ts';

/**
 * The setting of a fault: the share of affected cases, the value of its parameter, and its end in seconds of the sandbox's
 * clock. It affects at most `cases` more cases, if this is set.
 */
export type FaultSetting = {
  readonly share: number;
  readonly figure: number;
  readonly until: number | null;
  readonly cases?: number;
};

export type FaultMix = { readonly seed: number; readonly faults: Readonly<Record<string, FaultSetting>> };

export type FaultView = Fault & { readonly on: boolean } & Partial<FaultSetting>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Thrown for a mix that can't be parsed. The message gives the reason. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

const knownFaults: readonly Fault[] = faultCatalogue;
const faultNamed = (name: string): Fault => {
  const found = knownFaults.find((fault) => fault.name === name);
  if (found === undefined) throw new FaultError(`there is no fault "${name}"`);
  return found;
};

function figureIn(value: unknown, name: string, least: number, most: number, usual: number): number {
  if (value === undefined || value === null) return usual;
  const figure = Number(value);
  if (!Number.isFinite(figure) || figure < least || figure > most)
    throw new FaultError(`${name} should be from ${least} to ${most}`);
  return figure;
}

function parseSetting(fault: Fault, wish: unknown, now: number): FaultSetting | null {
  if (wish === false || wish === null) return null;
  const { parameter } = fault;
  const changes = isObject(wish) ? wish : {};
  const bare = typeof wish === 'number' ? wish : undefined;
  const figure = parameter
    ? figureIn(
        changes[parameter.name] ?? bare,
        `${fault.name}.${parameter.name}`,
        parameter.minimum,
        parameter.maximum,
        parameter.defaultValue,
      )
    : 0;
  const share = figureIn(changes['share'] ?? (parameter ? undefined : bare), `${fault.name}.share`, 0, 1, 1);
  const lasts = changes['forSeconds'];
  const until =
    lasts === undefined || lasts === null
      ? null
      : now + figureIn(lasts, `${fault.name}.forSeconds`, 1, 31_622_400, 1);
  const cases = changes['cases'];
  const limited =
    cases === undefined || cases === null
      ? {}
      : { cases: Math.trunc(figureIn(cases, `${fault.name}.cases`, 1, 1_000_000, 1)) };
  return share === 0 ? null : { share, figure, until, ...limited };
}

/**
 * Parses a whole mix: `{"duplicate": {"times": 3, "share": 0.5, "forSeconds": 3600, "cases": 10}, "outage": true,
 * "seed": 7}`, a list of names, or either of them under `faults`. Faults without an entry are off.
 *
 * @throws FaultError
 */
export function readFaultMix(wish: unknown, now: number): FaultMix {
  const whole = isObject(wish) ? wish : { faults: wish };
  const seed = figureIn(whole['seed'], 'seed', 0, 4_294_967_295, 1);
  const { seed: _seed, faults: inner, ...outer } = whole;
  const list = inner ?? outer;
  const wishes: [string, unknown][] = Array.isArray(list)
    ? list.map((name) => [String(name), true])
    : Object.entries(isObject(list) ? list : {});
  const faults: Record<string, FaultSetting> = {};
  for (const [name, one] of wishes) {
    const setting = parseSetting(faultNamed(name), one, now);
    if (setting !== null) faults[name] = setting;
  }
  return { seed, faults };
}

const isMix = (value: unknown): value is FaultMix => isObject(value) && isObject(value['faults']);

export type Faults = ReturnType<typeof openFaults>;

/** Opens the mix of active faults, which outlives restarts. The same seed and requests cause the same faults. */
export function openFaults(settings: SettingStore, now: () => number) {
  const stored = settings.read('faults');
  let mix: FaultMix = isMix(stored) ? stored : { seed: 1, faults: {} };
  let random: Random = seededRandom(mix.seed);
  const active = (name: string): FaultSetting | null => {
    const setting = mix.faults[name];
    if (setting === undefined || setting.cases === 0) return null;
    return setting.until !== null && now() >= setting.until ? null : setting;
  };
  /** Counts an affected case of a fault with a limit. */
  const countCase = (name: string, setting: FaultSetting) => {
    if (setting.cases === undefined) return;
    mix = { ...mix, faults: { ...mix.faults, [name]: { ...setting, cases: setting.cases - 1 } } };
    settings.write('faults', mix);
  };
  return {
    set(next: FaultMix): void {
      mix = next;
      random = seededRandom(mix.seed);
      settings.write('faults', mix);
    },
    list: (): FaultView[] =>
      knownFaults.map((fault) => {
        const setting = active(fault.name);
        return { ...fault, on: setting !== null, ...setting };
      }),
    seed: () => mix.seed,
    random: () => random,
    /**
     * Returns the value of a fault's parameter where it affects this case, 0 where it has none, or null otherwise.
     */
    hits(name: string): number | null {
      const setting = active(name);
      if (setting === null) return null;
      if (setting.share < 1 && random.next() >= setting.share) return null;
      countCase(name, setting);
      return setting.figure;
    },
  };
}
