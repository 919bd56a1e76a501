import { tControls } from '#lib/messages/controls.ts';

/** Shows a dash for an unknown value, with the reason on hover. Never a zero or an empty cell. */
export function UnknownValue({ reason }: { reason: string }) {
  return (
    <span
      role="img"
      aria-label={tControls('unknown', { reason })}
      data-tooltip={reason}
      className="text-faint"
    >
      —
    </span>
  );
}
