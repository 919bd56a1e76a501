import { cx } from './cx.ts';

/** A placeholder while data loads. Its class should give it the size of the content (`h-4 w-24`). */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block animate-breathe rounded-sm bg-pressed', className ?? 'h-3.5 w-full')}
    />
  );
}
