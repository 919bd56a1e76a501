/** Two letters that stand for a name: "Harbour Books" is HB. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

/** A business by two letters. */
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
