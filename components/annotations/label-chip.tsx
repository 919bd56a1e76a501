import { Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';

/** Shows a label and isolates right-to-left names. */
export function LabelChip({
  name,
  retired = false,
  children,
}: {
  name: string;
  retired?: boolean;
  /** Replaces the plain name, such as with a link. */
  children?: ReactNode;
}) {
  return (
    <span
      aria-description={retired ? tAnnotations('label.retired', { name }) : undefined}
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

/** Labels of a list row. */
export function LabelChips({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-faint">{tAnnotations('none')}</span>;
  return (
    <span className="inline-flex max-w-72 flex-wrap gap-1 py-1">
      {names.map((name) => (
        <LabelChip key={name} name={name} />
      ))}
    </span>
  );
}
