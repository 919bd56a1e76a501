'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { ProblemNote } from '#components/team/problem-note.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { setAccountsAction } from '#lib/accounting/actions.ts';
import { accountRoles } from '#lib/accounting/model/journal.ts';
import type { AccountingSettings } from '#lib/accounting/model/targets.ts';
import { tAccounting } from '#lib/messages/accounting.ts';

/** The accounts of the books by their role, and the numbers that DATEV needs. */
export function AccountsSection({
  businessId,
  settings,
  mayMap,
}: {
  businessId: string;
  settings: AccountingSettings;
  mayMap: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={tAccounting('accounts.title')}>
      {isOpen ? (
        <AccountsForm businessId={businessId} settings={settings} onClose={() => setOpen(false)} />
      ) : (
        <div className="flex flex-col gap-3">
          <DescriptionList>
            {accountRoles.map((role) => (
              <Fact key={role} label={tAccounting(`role.${role}`)} hint={tAccounting(`roleHelp.${role}`)}>
                {settings.accounts[role] === '' ? (
                  <UnknownValue reason={tAccounting('accounts.unset')} />
                ) : (
                  settings.accounts[role]
                )}
              </Fact>
            ))}
          </DescriptionList>
          {mayMap && (
            <div>
              <Button size="sm" onPress={() => setOpen(true)}>
                {tAccounting('accounts.change')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

function AccountsForm({
  businessId,
  settings,
  onClose,
}: {
  businessId: string;
  settings: AccountingSettings;
  onClose: () => void;
}) {
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  const { consultant, client, firstMonth, accountLength } = settings.datev;
  const initial = {
    ...settings.accounts,
    ...{ consultant, client, firstMonth: String(firstMonth), accountLength: String(accountLength) },
    xeroTaxRate: settings.xeroTaxRate,
  };
  const [fields, setFields] = useState(initial);
  const draft = useDraft({
    businessId,
    form: 'accounts',
    subject: 'accounts',
    values: fields,
    initial,
    fill: (kept) =>
      setFields({
        clearing: kept['clearing'] ?? initial.clearing,
        revenue: kept['revenue'] ?? initial.revenue,
        withdrawals: kept['withdrawals'] ?? initial.withdrawals,
        bank: kept['bank'] ?? initial.bank,
        rounding: kept['rounding'] ?? initial.rounding,
        consultant: kept['consultant'] ?? initial.consultant,
        client: kept['client'] ?? initial.client,
        firstMonth: kept['firstMonth'] ?? initial.firstMonth,
        accountLength: kept['accountLength'] ?? initial.accountLength,
        xeroTaxRate: kept['xeroTaxRate'] ?? initial.xeroTaxRate,
      }),
  });
  const save = async () => {
    const { clearing, revenue, withdrawals, bank, rounding } = fields;
    const saved = await act(
      () =>
        setAccountsAction({
          businessId,
          accounts: { clearing, revenue, withdrawals, bank, rounding },
          consultant: fields.consultant,
          client: fields.client,
          firstMonth: Number(fields.firstMonth),
          accountLength: Number(fields.accountLength),
          xeroTaxRate: fields.xeroTaxRate,
        }),
      { failed: tAccounting('accounts.failed'), done: () => tAccounting('accounts.saved') },
    );
    if (saved === null) return;
    draft.sent();
    onClose();
  };
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({
      value: String(from + index),
      label: String(from + index),
    }));
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {accountRoles.map((role) => (
          <TextField
            key={role}
            label={tAccounting(`role.${role}`)}
            help={tAccounting(`roleHelp.${role}`)}
            value={fields[role]}
            error={problem?.fieldErrors[`accounts.${role}`]?.[0]}
            onChange={({ target }) => setFields({ ...fields, [role]: target.value })}
          />
        ))}
        <TextField
          label={tAccounting('accounts.consultant')}
          value={fields.consultant}
          error={problem?.fieldErrors['consultant']?.[0]}
          onChange={({ target }) => setFields({ ...fields, consultant: target.value })}
        />
        <TextField
          label={tAccounting('accounts.client')}
          value={fields.client}
          error={problem?.fieldErrors['client']?.[0]}
          onChange={({ target }) => setFields({ ...fields, client: target.value })}
        />
        <Select
          label={tAccounting('accounts.firstMonth')}
          choices={numbers(1, 12)}
          value={fields.firstMonth}
          onChange={({ target }) => setFields({ ...fields, firstMonth: target.value })}
        />
        <Select
          label={tAccounting('accounts.accountLength')}
          choices={numbers(4, 8)}
          value={fields.accountLength}
          onChange={({ target }) => setFields({ ...fields, accountLength: target.value })}
        />
        <TextField
          label={tAccounting('accounts.xeroTaxRate')}
          value={fields.xeroTaxRate}
          error={problem?.fieldErrors['xeroTaxRate']?.[0]}
          onChange={({ target }) => setFields({ ...fields, xeroTaxRate: target.value })}
        />
      </div>
      <DraftNotice draft={draft} />
      <ProblemNote problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {tAccounting('accounts.save')}
        </Button>
        <Button onPress={onClose}>{tAccounting('accounts.cancel')}</Button>
      </div>
    </form>
  );
}
