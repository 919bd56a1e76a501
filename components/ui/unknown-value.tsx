import { tControls } from '#lib/messages/controls.ts';

/** Shows a dash for an unknown value, with the reason on hover. Never a zero or an empty cell. */
export function UnknownValue({ reason }: { reason: string }) {
  return (
    <span data-tooltip={reason} className="text-faint">
      <span aria-hidden>—</span>
      <span className="sr-only">{tControls('unknown', { reason })}</span>
    </span>
  );
}
