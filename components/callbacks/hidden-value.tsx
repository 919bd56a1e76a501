/** Stands for a value that is derived from bytes which the person may not see in full. */
export const HiddenValue = () => (
  <span
    className="text-muted"
    title="It is derived from the whole content, which may have risk detail in it. Compliance and owners see it."
  >
    Hidden
    <span className="sr-only">: it is derived from the whole content, which may have risk detail in it</span>
  </span>
);
