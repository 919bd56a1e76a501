/** What is not known, with the reason on hover. Never a zero, never an empty cell. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <span title={reason} className="text-faint">
      <span aria-hidden>—</span>
      <span className="sr-only">Unknown: {reason}</span>
    </span>
  );
}
