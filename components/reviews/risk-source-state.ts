import type { RiskSource } from '#lib/reviews/queue/schema.ts';

/** Whether what could flag a deposit arrives: set up, answered now, answered ever. */
export type SourceState = 'none' | 'failing' | 'never' | 'works';

export function stateOfSource({ isSetUp, failing, lastReadAt }: RiskSource): SourceState {
  if (!isSetUp) return 'none';
  if (failing !== null) return 'failing';
  return lastReadAt === null ? 'never' : 'works';
}

export const isWorking = (source: RiskSource): boolean => stateOfSource(source) === 'works';
