import type { Amount, Total } from './amount.ts';
import { toCommonParts } from './integer-parts.ts';

/** Returns how many thousandths of `whole` `part` is, rounded down, for the length of a bar. 0 for a whole of 0. */
export function toPermille(part: Amount | Total, whole: Amount | Total): number {
  const { left, right } = toCommonParts(part, whole);
  return right === 0n ? 0 : Number((left * 1000n) / right);
}
