'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { AmountText } from '#components/money/amount-text.tsx';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { Day } from '#components/ui/time.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import { signCloseAction } from '#lib/statements/actions.ts';
import { describePoint } from '#lib/statements/model/describe-point.ts';
import type { ChecklistItem } from '#lib/statements/model/lines.ts';
import type { StatementView } from '#lib/statements/schema.ts';
import { formatPeriod } from './format-period.ts';

const emptyReasons: Readonly<Record<ChecklistItem, string>> = {
  callbacks: '',
  unknownOutcomes: '',
  exceptions: '',
  notReported: '',
  basis: '',
  withoutCurrency: '',
  opening: '',
  settlements: '',
  unmatched: '',
  lines: '',
  ledger: '',
  cash: '',
};

/** Says that a proposed opening position waits, because the close of this page doesn't include it. */
export function WaitingOpening({ view: { opening, figures } }: { view: StatementView }) {
  return opening.proposals.map(
    ({ proposalId, after }) =>
      after !== null && (
        <p key={proposalId}>
          {tStatements.rich('close.openingWaits', {
            day: () => <Day day={after.day} />,
            amount: () => <AmountText amount={after.amount} currency={figures.currency} exact />,
          })}
        </p>
      ),
  );
}

/** Asks the preparer for a reason for each open point, and signs the figures of the page. */
export function CloseDialog({ businessId, view }: { businessId: string; view: StatementView }) {
  const { figures, figuresHash, period, closing } = view;
  const { currency } = figures;
  const { locale } = useLocaleSettings();
  const form = useDraftForm({
    businessId,
    refresh: true,
    inForm: true,
    draft: 'period-close',
    subject: `${currency} ${period.text}`,
    initial: emptyReasons,
  });
  const { problem } = form;
  const sign = async (close: () => void) => {
    const input = { businessId, currency, period: period.text, seen: figuresHash, reasons: form.fields };
    const signed = await form.send(() => signCloseAction(input), {
      failed: tStatements('close.failed'),
      done: tStatements('close.signed'),
    });
    if (signed !== null) close();
  };
  return (
    <Dialog
      trigger={<Button variant="primary">{tStatements('close.closePeriod')}</Button>}
      title={tStatements('close.dialog', { period: formatPeriod(period, locale), currency })}
      description={tStatements('close.explanation')}
      problem={<ProblemNote problem={problem} />}
      footer={(close) => (
        <Button variant="primary" isPending={form.isPending} onPress={() => void sign(close)}>
          {tStatements('close.signOff')}
        </Button>
      )}
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="flex justify-between gap-3">
          <span>{tStatements('line.closing')}</span>
          <AmountText amount={figures.closing} currency={currency} exact unknown={tStatements('noOpening')} />
        </p>
        <WaitingOpening view={view} />
        <p className="text-muted">
          {tStatements(closing.checklist.length === 0 ? 'close.clear' : 'close.openPoints')}
        </p>
        {closing.checklist.map((fact) => (
          <TextArea
            key={fact.item}
            {...form.field(fact.item, form.errors[`reasons.${fact.item}`]?.[0])}
            label={describePoint(fact, locale)}
          />
        ))}
        <DraftNotice draft={form.draft} />
      </div>
    </Dialog>
  );
}
