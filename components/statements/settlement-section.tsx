'use client';

import { useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import { recordSettlementAction } from '#lib/statements/actions.ts';
import { MoneyForm } from './money-form.tsx';

/** Records money that arrived from the service. */
export function SettlementSection({ businessId, currency }: { businessId: string; currency: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={tStatements('settlement.title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">{tStatements('settlement.text')}</p>
        {isOpen ? (
          <MoneyForm
            businessId={businessId}
            currency={currency}
            form="settlement"
            labels={{
              day: tStatements('settlement.day'),
              amount: tStatements('settlement.amount'),
              text: tStatements('settlement.reference'),
              save: tStatements('settlement.record'),
            }}
            action={({ day, amount, text }) =>
              recordSettlementAction({ businessId, currency, day, amount, reference: text })
            }
            messages={{ failed: tStatements('settlement.failed'), done: tStatements('settlement.recorded') }}
            onClose={() => setOpen(false)}
          />
        ) : (
          <div>
            <Button size="sm" onPress={() => setOpen(true)}>
              {tStatements('settlement.record')}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}
