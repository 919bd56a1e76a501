/** The logo: five tally marks. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className ?? 'size-6'}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path
        d="M8.5 10v12M13.5 10v12M18.5 10v12M23.5 10v12M6 19.5 26 12.5"
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
        className="stroke-on-accent"
      />
    </svg>
  );
}
