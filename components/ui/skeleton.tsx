import { cx } from './cx.ts';

/** The grey shape of something that is being read. Give it the size of what will stand there (`h-4 w-24`). */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block animate-breathe rounded-sm bg-pressed', className ?? 'h-3.5 w-full')}
    />
  );
}
