'use client';

import { useState } from 'react';
import { FailingDeliveries } from '#components/callbacks/failing-deliveries.tsx';
import { ReadingPaused } from '#components/payments/reading-paused.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { ConnectionView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';
import { Assumptions } from './assumptions.tsx';
import { CallbackAddresses } from './callback-addresses.tsx';
import { CallbackSilenceNotice } from './callback-silence-notice.tsx';
import { CheckNowButton } from './check-now-button.tsx';
import { CheckSection } from './check-section.tsx';
import { ConflictsSection } from './conflicts-section.tsx';
import { ConnectionState } from './connection-state.tsx';
import { HttpAllowed } from './http-allowed.tsx';
import { MissedDeposits } from './missed-deposits.tsx';
import { RestoreNotice } from './restore-notice.tsx';
import { UnknownNames } from './unknown-names.tsx';

/** The connection page: checks, callback addresses, assumptions, and problems with the received data. */
export function ConnectionPage({
  businessId,
  initial,
  mayManage,
  mayAcknowledge,
}: {
  businessId: string;
  initial: ConnectionView;
  mayManage: boolean;
  mayAcknowledge: boolean;
}) {
  const [view, setView] = useState(initial);
  return (
    <>
      <PageHeader
        title={tConnection('title')}
        description={tConnection.rich(view.isSandbox ? 'description.sandbox' : 'description.service', {
          address: () => <span className="break-all">{view.serviceUrl}</span>,
          zone: () => <ZoneNote />,
        })}
        actions={
          mayManage && (
            <>
              <LinkButton href={`/${businessId}/connection/going-live`}>
                {tConnection('goingLive')}
              </LinkButton>
              <CheckNowButton businessId={businessId} onChecked={setView} />
            </>
          )
        }
      />
      <PageBody>
        <ConnectionState checks={view.checks} counts={view.assumptionCounts} showChecks={!mayManage} />
        {view.restore && (
          <RestoreNotice
            businessId={businessId}
            restore={view.restore}
            onChanged={(restore) => setView({ ...view, restore })}
          />
        )}
        {view.httpVariables && <HttpAllowed variables={view.httpVariables} />}
        {view.readingPause && <ReadingPaused pause={view.readingPause} />}
        <MissedDeposits
          businessId={businessId}
          deposits={view.missedDeposits}
          hasMore={view.hasMoreMissedDeposits}
        />
        {view.silence && <CallbackSilenceNotice silence={view.silence} />}
        <FailingDeliveries failing={view.failing} />
        <ConflictsSection
          businessId={businessId}
          conflicts={view.conflicts}
          mayAcknowledge={mayAcknowledge}
          onAcknowledged={(conflicts) => setView({ ...view, conflicts })}
        />
        {mayManage && (
          <CheckSection title={tConnection('checks.title')} checks={view.checks} mayManage folds />
        )}
        {view.instanceChecks && (
          <CheckSection
            title={tConnection('checks.installation')}
            checks={view.instanceChecks}
            mayManage
            folds
          />
        )}
        <CallbackAddresses businessId={businessId} base={view.callbackBase} keys={view.keys} />
        <UnknownNames businessId={businessId} names={view.unknownNames} />
        {view.assumptions && <Assumptions assumptions={view.assumptions} />}
      </PageBody>
    </>
  );
}
