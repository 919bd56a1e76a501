/** A business that somebody may open. */
export type BusinessChoice = {
  readonly id: string;
  readonly name: string;
  /** The person's role there, as a word. */
  readonly role: string;
};

/** What the switcher is given. */
export type BusinessSwitcherProps = {
  businesses: readonly BusinessChoice[];
  businessId: string;
  narrow: boolean;
};
