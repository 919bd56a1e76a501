import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { compareYear } from './year/compare.ts';
import type { YearMode } from './year/events.ts';
import { createYear } from './year/events.ts';
import { createPeople } from './year/people.ts';
import { playYear } from './year/play.ts';

/** A business of the proof. */
export type ProvenYear = {
  readonly id: string;
  readonly timeZone: string;
  readonly mode: YearMode;
  readonly deposits: number;
  readonly seed: number;
  /** The settlement currencies whose months are closed. */
  readonly currencies: readonly string[];
  /** Every program gets a file of every month. Otherwise most get one of some months. */
  readonly hasEveryFile: boolean;
};

type Say = (line: Readonly<Record<string, unknown>>) => void;

/**
 * Plays a year of a business: raw callbacks and reads, late facts, corrections, refunds, settlements, and a close of every month
 * by two people, with the files of the books. Then a second program computes every statement and file from the stored bytes. Returns how
 * they compare.
 */
export async function proveYear({ id, deposits, ...terms }: ProvenYear, say: Say = () => {}) {
  const { timeZone, mode, seed } = terms;
  const businessId = toId<BusinessId>(id);
  const people = await createPeople(businessId, timeZone);
  const begun = performance.now();
  const events = createYear({ businessId, seed, deposits, mode });
  const year = { ...terms, businessId, people, events };
  const { acts, files } = await playYear(year, say);
  const played = performance.now();
  const compare = () => compareYear(year, acts, files);
  const compared = await compare();
  const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10;
  return {
    ...{ mode, timeZone, deposits, ...compared, compare },
    playSeconds: seconds(begun, played),
    compareSeconds: seconds(played, performance.now()),
  };
}
