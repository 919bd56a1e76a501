import type { ApiTokenView } from '#lib/api-tokens/schema.ts';

/** The directory of a business in Settings. */
export type DirectoryView = {
  /** The address of SCIM. */
  readonly address: string;
  readonly users: number;
  /** The tokens of the directory, the newest first. Rerolling leaves two for a while. */
  readonly tokens: readonly ApiTokenView[];
};
