import Link from 'next/link';
import { cx } from '#components/ui/cx.ts';

type Choice = { readonly value: string; readonly label: string; readonly href: string };

/** A few choices as links. The address holds the choice. */
export function ChoiceLinks({
  label,
  choices,
  chosen,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: string | null;
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-0.5 rounded-md border border-line p-0.5">
      {choices.map(({ value, label: text, href }) => (
        <Link
          key={value}
          href={href}
          prefetch={false}
          scroll={false}
          aria-current={value === chosen ? 'true' : undefined}
          className={cx(
            'rounded-sm px-2 py-1 text-xs tabular-nums',
            value === chosen ? 'bg-pressed font-medium text-ink' : 'text-muted hover:bg-hover',
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
