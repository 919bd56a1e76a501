'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tRates } from '#lib/messages/fees.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { ratesHref } from './rates-href.ts';

/** The difference from the expected rate beyond which a deposit comes first. The address holds it. */
export function ToleranceField({
  businessId,
  currency,
  period,
  tolerance,
}: {
  businessId: string;
  currency: string;
  period: string;
  tolerance: string;
}) {
  const router = useRouter();
  const [text, setText] = useState(tolerance);
  const chosen = parseAmount(text.trim());
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) router.push(ratesHref(businessId, { currency, period, tolerance: chosen }));
      }}
    >
      <TextField
        label={tRates('tolerance')}
        help={tRates('toleranceHelp')}
        inputMode="decimal"
        value={text}
        error={chosen === null ? tRates('toleranceInvalid') : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      {/* The height of the label. */}
      <Button type="submit" className="mt-6.5" isDisabled={chosen === null}>
        {tRates('apply')}
      </Button>
    </form>
  );
}
