import type { Source } from '#lib/values/provenance.ts';

/** The effect of a callback on one field. It is never a risk field. */
export type FieldEffect = {
  readonly record: 'payment' | 'deposit' | 'withdrawal';
  readonly recordId: string;
  readonly field: string;
  readonly stated: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The source of the value afterwards. It isn’t the callback when a stronger source has reported the field. */
  readonly source: Source;
};
