'use client';

import { useState } from 'react';
import { startDownload } from '#components/list/exports/start-download.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { checkJournalAction, startRunAction } from '#lib/accounting/actions.ts';
import type { JournalMode } from '#lib/accounting/model/journal.ts';
import { journalModes } from '#lib/accounting/model/journal.ts';
import type { JournalTarget } from '#lib/accounting/model/targets.ts';
import { findBase, journalTargets, needsRate } from '#lib/accounting/model/targets.ts';
import type { AccountingChoice, AccountingView, JournalCheck } from '#lib/accounting/schema.ts';
import { tAccounting } from '#lib/messages/accounting.ts';
import type { ShownProblem } from './check-result.tsx';
import { CheckResult } from './check-result.tsx';
import { runHref } from './run-href.ts';

type JournalFields = {
  readonly target: JournalTarget;
  readonly mode: JournalMode;
  readonly currency: string;
  readonly period: string;
  readonly rate: string;
  readonly rateSource: string;
  /** The ID of the run that the new one replaces, or empty. */
  readonly replaces: string;
};

/** Chooses the file of a period, checks it and downloads it. It begins with the choice of the page's address. */
export function JournalForm({
  businessId,
  view,
  choice,
}: {
  businessId: string;
  view: AccountingView;
  choice: AccountingChoice;
}) {
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  const [check, setCheck] = useState<JournalCheck | null>(null);
  const [fields, setFields] = useState<JournalFields>({
    target: choice.target ?? 'datev',
    mode: choice.mode ?? 'event',
    currency: choice.currency ?? view.currencies[0] ?? 'EUR',
    period: choice.period ?? view.period,
    rate: '',
    rateSource: '',
    replaces: '',
  });
  const change = (changed: Partial<JournalFields>) => {
    setFields({ ...fields, ...changed });
    setCheck(null);
  };
  const { target, mode, currency, period, rate, rateSource, replaces } = fields;
  const hasRate = needsRate(target, currency, view.settings);
  const base = findBase(target, view.settings);
  const input = {
    businessId,
    target,
    mode,
    currency,
    period,
    rate: hasRate ? rate : '',
    rateSource,
    replaces,
  };
  const errors = problem?.fieldErrors ?? {};
  const active = view.runs.filter(
    (run) => run.replacedBy === null && run.target === target && run.currency === currency,
  );
  const showPage = async (page: number, shown: ShownProblem = null) =>
    setCheck(
      await act(() => checkJournalAction({ ...input, page, shown }), { failed: tAccounting('notChecked') }),
    );
  const download = async () => {
    const run = await act(() => startRunAction(input), {
      failed: tAccounting('failed'),
      done: (stored) => tAccounting('stored', { number: String(stored.number) }),
    });
    if (run === null) return;
    setCheck(null);
    change({ replaces: '' });
    startDownload(runHref(businessId, run.runId));
  };
  return (
    <Section title={tAccounting('file')}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void showPage(0);
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Select
            label={tAccounting('fields.target')}
            choices={journalTargets.map((value) => ({ value, label: tAccounting(`target.${value}`) }))}
            value={target}
            onChange={(event) =>
              change({
                target: journalTargets.find((one) => one === event.target.value) ?? target,
                replaces: '',
              })
            }
          />
          <Select
            label={tAccounting('fields.currency')}
            choices={view.currencies.map((value) => ({ value, label: value }))}
            value={currency}
            onChange={(event) => change({ currency: event.target.value, replaces: '' })}
          />
          <TextField
            label={tAccounting('fields.period')}
            help={tAccounting('fields.periodHelp')}
            value={period}
            error={errors['period']?.[0]}
            onChange={(event) => change({ period: event.target.value })}
          />
          <Select
            label={tAccounting('fields.mode')}
            choices={journalModes.map((value) => ({ value, label: tAccounting(`mode.${value}`) }))}
            value={mode}
            onChange={(event) =>
              change({ mode: journalModes.find((one) => one === event.target.value) ?? mode })
            }
          />
          {hasRate && (
            <>
              <TextField
                label={tAccounting('fields.rate', { currency, base })}
                help={tAccounting('fields.rateHelp', { base })}
                value={rate}
                error={errors['rate']?.[0]}
                onChange={(event) => change({ rate: event.target.value })}
              />
              <TextField
                label={tAccounting('fields.rateSource')}
                value={rateSource}
                onChange={(event) => change({ rateSource: event.target.value })}
              />
            </>
          )}
          {active.length > 0 && (
            <Select
              label={tAccounting('fields.replaces')}
              choices={[
                { value: '', label: tAccounting('fields.replacesNone') },
                ...active.map((run) => ({
                  value: run.runId,
                  label: tAccounting('fields.replacesRun', {
                    number: String(run.number),
                    from: run.from,
                    to: run.to,
                  }),
                })),
              ]}
              value={replaces}
              onChange={(event) => change({ replaces: event.target.value })}
            />
          )}
        </div>
        <ProblemNote problem={problem} />
        {check !== null && (
          <CheckResult
            businessId={businessId}
            check={check}
            currency={currency}
            base={base}
            isPending={isPending}
            onPage={(page) => void showPage(page)}
            onShow={(shown) => void showPage(check.page, shown)}
          />
        )}
        {replaces !== '' && <Banner tone="attention" title={tAccounting('replaceWarning')} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isPending={isPending}>
            {tAccounting('check')}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={check !== null && check.problemCount > 0}
            onPress={() => void download()}
          >
            {tAccounting('download')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
