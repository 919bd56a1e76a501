/** A business that the person can open. */
export type BusinessChoice = {
  readonly id: string;
  readonly name: string;
  /** The name of the person's role there. */
  readonly role: string;
};

/** Properties of the business switcher. */
export type BusinessSwitcherProps = {
  businesses: readonly BusinessChoice[];
  businessId: string;
  narrow: boolean;
};
