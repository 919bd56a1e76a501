'use client';

import Link from 'next/link';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Popover } from '#components/ui/popover.tsx';
import { tOverviewFigures } from '#lib/messages/overview.ts';

type Choice = { readonly value: string; readonly label: string; readonly href: string };

/** The most choices that fit on one line. */
const maximumShown = 6;

/** Splits the choices into those on the line, with the chosen one, and the others. */
function splitChoices(choices: readonly Choice[], chosen: string | null) {
  if (choices.length <= maximumShown) return { shown: choices, more: [] };
  const first = choices.slice(0, maximumShown - 1);
  const current = choices.find(({ value }) => value === chosen);
  const shown = current === undefined || first.includes(current) ? first : [...first.slice(0, -1), current];
  return { shown, more: choices.filter((one) => !shown.includes(one)) };
}

/** Choices as links on one line, the others behind a button. The address holds the choice. */
export function ChoiceLinks({
  label,
  choices,
  chosen,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: string | null;
}) {
  const { shown, more } = splitChoices(choices, chosen);
  return (
    <nav
      aria-label={label}
      className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-md border border-line p-0.5"
    >
      {shown.map(({ value, label: text, href }) => (
        <Link
          key={value}
          href={href}
          prefetch={false}
          scroll={false}
          aria-current={value === chosen ? 'true' : undefined}
          className={cx(
            'whitespace-nowrap rounded-sm px-2 py-1 text-xs tabular-nums max-md:px-1',
            value === chosen ? 'bg-pressed font-medium text-ink' : 'text-muted hover:bg-hover',
          )}
        >
          {text}
        </Link>
      ))}
      {more.length > 0 && (
        <Popover
          label={tOverviewFigures('moreCurrenciesOf', { label })}
          placement="bottom end"
          trigger={
            <Button variant="quiet" size="sm">
              {tOverviewFigures('moreCurrencies')}
            </Button>
          }
        >
          {(close) => (
            <ul className="flex max-h-80 w-32 flex-col overflow-y-auto">
              {more.map(({ value, label: text, href }) => (
                <li key={value}>
                  <Link
                    href={href}
                    prefetch={false}
                    scroll={false}
                    onClick={close}
                    className="block rounded-sm px-2 py-1.5 text-sm hover:bg-hover"
                  >
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Popover>
      )}
    </nav>
  );
}
