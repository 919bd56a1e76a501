import type { Theme } from './locale.ts';

/** Who is signed in. */
export type Person = {
  readonly name: string;
  readonly email: string;
  /** What they are at this business, as a word. */
  readonly role: string;
};

/** What their menu is given. */
export type PersonMenuProps = {
  person: Person;
  compact: boolean;
  theme: Theme;
  onSignOut: () => void | Promise<void>;
};
