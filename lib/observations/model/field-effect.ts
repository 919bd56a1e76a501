import type { Source } from '#lib/values/provenance.ts';

/** What a callback said of one field, what was known before and after, and from where that is. Never a risk field. */
export type FieldEffect = {
  readonly record: 'payment' | 'deposit' | 'withdrawal';
  readonly recordId: string;
  readonly field: string;
  readonly stated: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The source of what is known after it: not the callback where a stronger one had spoken. */
  readonly source: Source;
};
