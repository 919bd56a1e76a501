/** Remembers the draft that the form continues until this tab has saved its own copy, and removes it then. */
export type ContinuedDraft = {
  readonly begin: (subject: string) => void;
  /** The text of the form was saved or sent. */
  readonly finish: () => void;
  /** The person has discarded the text. The draft stays. */
  readonly cancel: () => void;
};

/** Creates a memory without a draft. `remove` deletes a draft by its subject. */
export function createContinuedDraft(remove: (subject: string) => void): ContinuedDraft {
  let continued: string | null = null;
  return {
    begin: (subject) => {
      continued = subject;
    },
    finish: () => {
      const subject = continued;
      continued = null;
      if (subject !== null) remove(subject);
    },
    cancel: () => {
      continued = null;
    },
  };
}
