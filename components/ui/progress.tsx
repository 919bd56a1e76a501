/** How far something is, from 0 to 1; without a share it only says that it is under way. */
export function Progress({ label, share }: { label: string; share?: number }) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1 w-full overflow-hidden rounded-full bg-pressed"
    >
      <div
        className={
          percent === undefined
            ? 'h-full w-1/3 animate-breathe bg-accent'
            : 'h-full bg-accent transition-[width]'
        }
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
