import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { tWithdrawal } from '#lib/messages/withdrawal.ts';
import { inSeconds } from '#lib/values/instant.ts';
import type { WithdrawalRisk } from '#lib/withdrawals/schema.ts';

/** Shows the screened owner of the address. The server sends this risk detail only to people who can see it. */
export function WithdrawalOwner({ risk }: { risk: WithdrawalRisk | null }) {
  return (
    <Section title={tWithdrawal('owner.title')}>
      <DescriptionList>
        <Fact label={tWithdrawal('owner.name')}>
          {risk?.ownerName || <Unknown reason={tWithdrawal('owner.notReported')} />}
        </Fact>
        <Fact label={tWithdrawal('owner.category')}>
          {risk?.ownerCategory || <Unknown reason={tWithdrawal('owner.notReported')} />}
        </Fact>
        {risk?.changedAt != null && (
          <Fact label={tWithdrawal('owner.changed')}>
            <DateTime at={inSeconds(risk.changedAt)} />
          </Fact>
        )}
      </DescriptionList>
    </Section>
  );
}
