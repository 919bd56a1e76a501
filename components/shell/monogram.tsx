/** Returns up to two initials: "Harbour Books" gives HB. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

/** The initials of a business. */
export function Monogram({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-6 shrink-0 items-center justify-center rounded-sm bg-accent font-semibold text-2xs text-on-accent"
    >
      {initials(name)}
    </span>
  );
}
