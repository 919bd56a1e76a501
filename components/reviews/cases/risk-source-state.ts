import type { RiskSource } from '#lib/reviews/queue/schema.ts';

/** The state of the payment reads that can flag deposits: not set up, failing, never read, or working. */
export type SourceState = 'none' | 'failing' | 'never' | 'works';

/** Returns the state of the risk source. */
export function findSourceState({ isSetUp, failing, lastReadAt }: RiskSource): SourceState {
  if (!isSetUp) return 'none';
  if (failing !== null) return 'failing';
  return lastReadAt === null ? 'never' : 'works';
}

/** Returns true when payments are read from the service without errors. */
export const isWorking = (source: RiskSource): boolean => findSourceState(source) === 'works';
