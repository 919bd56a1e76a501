'use client';

import { useState } from 'react';
import { FailingDeliveries } from '#components/callbacks/failing-deliveries.tsx';
import { ReadingPaused } from '#components/payments/reading-paused.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { ConnectionView } from '#lib/connection/schema.ts';
import { Addresses } from './addresses.tsx';
import { Assumptions } from './assumptions.tsx';
import { CheckNow } from './check-now.tsx';
import { Checks } from './checks.tsx';
import { Contradictions } from './contradictions.tsx';
import { HttpAllowed } from './http-allowed.tsx';
import { UnheardDeposits } from './missed-deposits.tsx';
import { Silence } from './silence.tsx';
import { UnknownNames } from './unknown-names.tsx';

/** Whether the service and we understand each other: what works, what is assumed, and where callbacks go. */
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
        title="Connection"
        description={
          <>
            {view.isSandbox ? 'The sandbox at ' : 'The service at '}
            <span className="break-all">{view.serviceUrl}</span> · <ZoneNote />
          </>
        }
        actions={mayManage && <CheckNow businessId={businessId} onChecked={setView} />}
      />
      <PageBody>
        {view.httpVariables && <HttpAllowed variables={view.httpVariables} />}
        {view.readingPause && <ReadingPaused pause={view.readingPause} />}
        <UnheardDeposits businessId={businessId} deposits={view.unheard} more={view.moreUnheard} />
        {view.silence && <Silence silence={view.silence} />}
        <FailingDeliveries failing={view.failing} />
        <Contradictions
          businessId={businessId}
          contradictions={view.contradictions}
          mayAcknowledge={mayAcknowledge}
          onAcknowledged={(contradictions) => setView({ ...view, contradictions })}
        />
        <Checks checks={view.checks} mayManage={mayManage} />
        <Addresses businessId={businessId} base={view.callbackBase} keys={view.keys} />
        <UnknownNames businessId={businessId} names={view.unknownNames} />
        <Assumptions assumptions={view.assumptions} />
      </PageBody>
    </>
  );
}
