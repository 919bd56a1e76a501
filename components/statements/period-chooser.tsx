'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Select } from '#components/ui/select.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { Period } from '#lib/statements/model/period.ts';
import { createDays, findPeriodAfter, findPeriodBefore, parsePeriod } from '#lib/statements/model/period.ts';
import { statementHref } from './statement-links.ts';

const kinds = ['month', 'quarter', 'days'] as const;
type Kind = (typeof kinds)[number];

/** Returns the period of the kind that contains the first day. */
function toPeriod(kind: Kind, from: string, to: string): Period | null {
  if (kind === 'month') return parsePeriod(from.slice(0, 7));
  if (kind === 'quarter')
    return parsePeriod(`${from.slice(0, 4)}-Q${Math.floor((Number(from.slice(5, 7)) - 1) / 3) + 1}`);
  return from > to ? null : parsePeriod(createDays({ from, to }).text);
}

type ChooserInput = {
  businessId: string;
  /** Names the present choice. Without currencies, only the period is chosen. */
  view: { readonly currency?: string; readonly currencies?: readonly string[]; readonly period: Period };
  /** The address of a currency and a period. */
  toHref?: (currency: string, period: string) => string;
  /** The button that opens a chosen period. */
  label?: string;
};

/** Chooses the currency and the period of a report. The address holds both. */
export const PeriodChooser = (input: ChooserInput) => (
  <ChooserForm key={`${input.view.currency} ${input.view.period.text}`} {...input} />
);

function ChooserForm({
  businessId,
  view: { currency = '', currencies = [], period },
  toHref = (code, text) => statementHref(businessId, code, text),
  label = tStatements('chooser.show'),
}: ChooserInput) {
  const router = useRouter();
  const [kind, setKind] = useState<Kind>(period.kind);
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  const chosen = toPeriod(kind, from, to);
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) router.push(toHref(currency, chosen.text));
      }}
    >
      {currencies.length > 0 && (
        <Select
          label={tStatements('chooser.currency')}
          choices={currencies.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChange={({ target }) => router.push(toHref(target.value, period.text))}
        />
      )}
      <Select
        label={tStatements('chooser.period')}
        choices={kinds.map((value) => ({ value, label: tStatements(`chooser.${value}`) }))}
        value={kind}
        onChange={({ target }) => setKind(kinds.find((one) => one === target.value) ?? 'month')}
      />
      <TextField
        type="date"
        label={tStatements('chooser.from')}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      {kind === 'days' && (
        <TextField
          type="date"
          label={tStatements('chooser.to')}
          value={to}
          error={chosen === null ? tStatements('chooser.invalid') : undefined}
          onChange={({ target }) => setTo(target.value)}
        />
      )}
      <Button type="submit" isDisabled={chosen === null}>
        {label}
      </Button>
      <span className="flex gap-1">
        <PeriodLink
          label={tStatements('chooser.previous')}
          icon="chevron-left"
          href={toHref(currency, findPeriodBefore(period).text)}
        />
        <PeriodLink
          label={tStatements('chooser.next')}
          icon="chevron-right"
          href={toHref(currency, findPeriodAfter(period).text)}
        />
      </span>
    </form>
  );
}

function PeriodLink({
  label,
  icon,
  href,
}: {
  label: string;
  icon: 'chevron-left' | 'chevron-right';
  href: string;
}) {
  return (
    <LinkButton prefetch={false} href={href} aria-label={label} data-tooltip={label} className="square">
      <SpriteIcon name={icon} />
    </LinkButton>
  );
}
