'use client';

import { useState } from 'react';
import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { setAccountsAction } from '#lib/accounting/actions.ts';
import { accountRoles, postings } from '#lib/accounting/model/journal.ts';
import type { AccountingSettings } from '#lib/accounting/model/targets.ts';
import { tAccounting } from '#lib/messages/accounting.ts';
import { fiatCurrencies } from '#lib/values/currencies.ts';

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
            <Fact label={tAccounting('posting.label')}>{tAccounting(`posting.${settings.posting}`)}</Fact>
            <Fact label={tAccounting('accounts.bookCurrency')}>
              {settings.bookCurrency ?? <UnknownValue reason={tAccounting('accounts.unset')} />}
            </Fact>
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
  const { consultant, client, firstMonth, accountLength } = settings.datev;
  const form = useActionForm({
    businessId,
    refresh: true,
    inForm: true,
    draft: 'accounts',
    subject: 'accounts',
    initial: {
      ...settings.accounts,
      posting: settings.posting,
      consultant,
      client,
      firstMonth: String(firstMonth),
      accountLength: String(accountLength),
      xeroTaxRate: settings.xeroTaxRate,
      bookCurrency: settings.bookCurrency ?? 'EUR',
    },
    action: (fields) => {
      const { clearing, revenue, withdrawals, bank, bankFees, rounding, ...others } = fields;
      const { serviceFees, grossDifferences, exchangeDifferences, posting, ...numbers } = others;
      return setAccountsAction({
        businessId,
        posting: postings.find((one) => one === posting) ?? settings.posting,
        accounts: {
          clearing,
          revenue,
          withdrawals,
          bank,
          bankFees,
          rounding,
          serviceFees,
          grossDifferences,
          exchangeDifferences,
        },
        ...numbers,
        firstMonth: Number(fields.firstMonth),
        accountLength: Number(fields.accountLength),
        bookCurrency: fiatCurrencies.find((one) => one === fields.bookCurrency) ?? 'EUR',
      });
    },
    messages: { failed: tAccounting('accounts.failed'), done: tAccounting('accounts.saved') },
    onDone: onClose,
  });
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({
      value: String(from + index),
      label: String(from + index),
    }));
  return (
    <ActionForm form={form} label={tAccounting('accounts.save')} onCancel={onClose}>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label={tAccounting('posting.label')}
          help={tAccounting('posting.help')}
          choices={postings.map((value) => ({ value, label: tAccounting(`posting.${value}`) }))}
          {...form.field('posting')}
        />
        {accountRoles.map((role) => (
          <TextField
            key={role}
            label={tAccounting(`role.${role}`)}
            help={tAccounting(`roleHelp.${role}`)}
            {...form.field(role, form.errors[`accounts.${role}`]?.[0])}
          />
        ))}
        <TextField label={tAccounting('accounts.consultant')} {...form.field('consultant')} />
        <TextField label={tAccounting('accounts.client')} {...form.field('client')} />
        <Select
          label={tAccounting('accounts.firstMonth')}
          choices={numbers(1, 12)}
          {...form.field('firstMonth')}
        />
        <Select
          label={tAccounting('accounts.accountLength')}
          choices={numbers(4, 8)}
          {...form.field('accountLength')}
        />
        <TextField label={tAccounting('accounts.xeroTaxRate')} {...form.field('xeroTaxRate')} />
        <Select
          label={tAccounting('accounts.bookCurrency')}
          choices={fiatCurrencies.map((value) => ({ value, label: value }))}
          {...form.field('bookCurrency')}
        />
      </div>
      <ProblemNote problem={form.problem} />
    </ActionForm>
  );
}
