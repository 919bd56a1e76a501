import { Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';

/** A label's name. What writes from right to left stays within it. */
export function LabelChip({
  name,
  retired = false,
  children,
}: {
  name: string;
  retired?: boolean;
  /** In place of the bare name, such as a link. */
  children?: ReactNode;
}) {
  return (
    <span
      title={retired ? `${name}: retired, not offered any more` : undefined}
      className={cx(
        'inline-flex h-5.5 max-w-full items-center gap-1 whitespace-nowrap rounded-sm border border-line-strong px-1.5 align-middle text-xs',
        retired && 'text-muted line-through',
      )}
    >
      <Tag aria-hidden className="size-3 shrink-0 text-faint" />
      <bdi className="truncate">{children ?? name}</bdi>
    </span>
  );
}

/** The labels of a row in a list. */
export function LabelChips({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-faint">None</span>;
  return (
    <span className="inline-flex max-w-72 flex-wrap gap-1 py-1">
      {names.map((name) => (
        <LabelChip key={name} name={name} />
      ))}
    </span>
  );
}
