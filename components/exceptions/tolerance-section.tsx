'use client';

import { useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { ExceptionTolerance } from '#lib/exceptions/schema.ts';
import { tTolerance } from '#lib/messages/business.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';
import { ToleranceForm } from './tolerance-form.tsx';

/** Shows the differences that are no exceptions. Owners may change them. */
export function ToleranceSection({
  businessId,
  initial,
  mayChange,
}: {
  businessId: string;
  initial: ExceptionTolerance;
  mayChange: boolean;
}) {
  const [tolerance, setTolerance] = useState(initial);
  const [isChanging, setChanging] = useState(false);
  const { locale } = useLocaleSettings();
  const { maximumEur, maximumPercent } = tolerance;
  return (
    <Section title={tTolerance('title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">{tTolerance('explanation')}</p>
        {isChanging ? (
          <ToleranceForm
            businessId={businessId}
            tolerance={tolerance}
            onSaved={(saved) => {
              setTolerance(saved);
              setChanging(false);
            }}
            onCancel={() => setChanging(false)}
          />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div>
              {maximumEur === null && maximumPercent === null && <p>{tTolerance('none')}</p>}
              {maximumEur !== null && (
                <p>
                  {tTolerance.rich('amount', {
                    amount: () => <AmountText amount={maximumEur} currency="EUR" exact />,
                  })}
                </p>
              )}
              {maximumPercent !== null && (
                <p>{tTolerance('percent', { percent: formatTypedAmount(maximumPercent, locale) })}</p>
              )}
              {maximumEur !== null && maximumPercent !== null && (
                <p className="text-muted">{tTolerance('both')}</p>
              )}
            </div>
            {mayChange && <Button onPress={() => setChanging(true)}>{tTolerance('change')}</Button>}
          </div>
        )}
      </div>
    </Section>
  );
}
