'use client';

import { useState } from 'react';
import { ReasonForm } from '#components/forms/reason-form.tsx';
import { downloadExport } from '#components/list/exports/download-export.ts';
import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Day } from '#components/ui/time.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import { proposePeriodReopeningAction } from '#lib/statements/actions.ts';
import { describePoint } from '#lib/statements/model/describe-point.ts';
import type { ClosedPeriod, StatementView } from '#lib/statements/schema.ts';
import { CloseDialog, WaitingOpening } from './close-dialog.tsx';
import { formatPeriod } from './format-period.ts';
import { namePeriod } from './statement-links.ts';
import { StatementProposal } from './statement-proposal.tsx';

/** The close of a period: its checklist, who signed, and what became of it. */
export function CloseSection({ businessId, view }: { businessId: string; view: StatementView }) {
  const { closed, closing, mayClose } = view;
  return (
    <Section title={tStatements('close.title')}>
      <div className="flex flex-col gap-3 text-sm">
        {closed === null ? (
          <OpenPeriod businessId={businessId} view={view} />
        ) : (
          <Closed businessId={businessId} view={view} closed={closed} />
        )}
        {closing.proposals.map((proposal) => {
          const { figures } = proposal.after;
          return (
            <SignedProposal
              key={proposal.proposalId}
              businessId={businessId}
              proposal={proposal}
              mayAnswer={mayClose}
              figures={figures}
            />
          );
        })}
      </div>
    </Section>
  );
}

function SignedProposal({
  businessId,
  proposal,
  figures,
  mayAnswer,
}: {
  businessId: string;
  proposal: StatementView['closing']['proposals'][number];
  figures: StatementView['figures'];
  mayAnswer: boolean;
}) {
  const { locale } = useLocaleSettings();
  const values = { person: proposal.proposedBy, period: formatPeriod(namePeriod(figures), locale) };
  const sentence =
    figures.closing === null
      ? tStatements('close.waitingNoPosition', values)
      : tStatements.rich('close.waiting', {
          ...values,
          amount: () => <AmountText amount={figures.closing} currency={figures.currency} exact />,
        });
  return (
    <StatementProposal
      businessId={businessId}
      kind="close"
      proposal={proposal}
      mayAnswer={mayAnswer}
      sentence={sentence}
      confirm={{
        title: tStatements('close.confirm'),
        label: tStatements('close.confirmLabel'),
        body: (
          <>
            <p>{sentence}</p>
            <ul className="list-disc ps-5">
              {proposal.after.checklist.map((fact) => (
                <li key={fact.item}>{`${describePoint(fact, locale)}: ${fact.reason}`}</li>
              ))}
            </ul>
            <p>{tStatements('close.confirmText')}</p>
          </>
        ),
      }}
    />
  );
}

function OpenPeriod({ businessId, view }: { businessId: string; view: StatementView }) {
  const { closing, mayClose } = view;
  const { locale } = useLocaleSettings();
  const { obstacle, checklist, proposals, nextDay } = closing;
  return (
    <>
      {checklist.length === 0 ? (
        <p className="text-muted">{tStatements('close.clear')}</p>
      ) : (
        <ul className="list-disc ps-5 text-muted">
          {checklist.map((fact) => (
            <li key={fact.item}>{describePoint(fact, locale)}</li>
          ))}
        </ul>
      )}
      <WaitingOpening view={view} />
      {obstacle === 'notOver' && <p>{tStatements('close.notOver')}</p>}
      {obstacle === 'expired' && <p>{tStatements('close.expired')}</p>}
      {(obstacle === 'notNext' || obstacle === 'hasOpening') && (
        <p>{tStatements.rich(`close.${obstacle}`, { day: () => <Day day={nextDay ?? ''} /> })}</p>
      )}
      {mayClose && obstacle === null && proposals.length === 0 && (
        <div>
          <CloseDialog businessId={businessId} view={view} />
        </div>
      )}
    </>
  );
}

function Closed({
  businessId,
  view,
  closed,
}: {
  businessId: string;
  view: StatementView;
  closed: ClosedPeriod;
}) {
  const [isOpen, setOpen] = useState(false);
  const { reopenings, canReopen } = view.closing;
  const { closeId, number, revision, signedBy, approvedBy, packSha256 } = closed;
  return (
    <>
      <p className="font-medium">
        {tStatements('close.closed', { number: String(number), revision: String(revision) })}
      </p>
      <p className="text-muted">
        {tStatements('close.closedBy', { signer: signedBy, approver: approvedBy })}
      </p>
      <DescriptionList>
        <Fact label={tStatements('close.hash')} stacked>
          <Identifier value={packSha256} name={tStatements('close.hash')} />
        </Fact>
      </DescriptionList>
      {reopenings.map((proposal) => (
        <StatementProposal
          key={proposal.proposalId}
          businessId={businessId}
          kind="reopening"
          proposal={proposal}
          mayAnswer={view.mayClose}
          sentence={tStatements('close.waitingReopen', {
            person: proposal.proposedBy,
            reason: proposal.reason,
          })}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {view.mayExport && (
          <Button
            size="sm"
            onPress={() => downloadExport(`/api/businesses/${businessId}/closes/${closeId}/pack`, null)}
          >
            {tStatements('close.pack')}
          </Button>
        )}
        {view.mayClose && canReopen && reopenings.length === 0 && !isOpen && (
          <Button size="sm" onPress={() => setOpen(true)}>
            {tStatements('close.reopen')}
          </Button>
        )}
      </div>
      {isOpen && (
        <ReasonForm
          businessId={businessId}
          draft="period-reopening"
          subject={closeId}
          refresh
          action={(reason) => proposePeriodReopeningAction({ businessId, closeId, reason })}
          messages={{
            failed: tStatements('close.reopenFailed'),
            done: tStatements('close.reopenProposed'),
          }}
          onDone={() => setOpen(false)}
          onCancel={() => setOpen(false)}
          label={tStatements('close.reopenReason')}
          save={tStatements('close.reopen')}
        />
      )}
    </>
  );
}
