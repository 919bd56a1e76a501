import type { Theme } from './locale.ts';

/** The signed-in person. */
export type Person = {
  readonly name: string;
  readonly email: string;
  /** The name of their role at this business. */
  readonly role: string;
};

/** Properties of the account menu. */
export type PersonMenuProps = {
  person: Person;
  compact: boolean;
  theme: Theme;
  onSignOut: () => void | Promise<void>;
};
