import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tWithdrawal } from '#lib/messages/withdrawals.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { WithdrawalRisk } from '#lib/withdrawals/schema.ts';

/** Shows the screened owner of the address. The server sends this risk detail only to people who can see it. */
export function WithdrawalOwner({ risk }: { risk: WithdrawalRisk | null }) {
  return (
    <Section title={tWithdrawal('owner.title')}>
      <DescriptionList>
        <Fact label={tWithdrawal('owner.name')}>
          {risk?.ownerName || <UnknownValue reason={tWithdrawal('owner.notReported')} />}
        </Fact>
        <Fact label={tWithdrawal('owner.category')}>
          {risk?.ownerCategory || <UnknownValue reason={tWithdrawal('owner.notReported')} />}
        </Fact>
        {risk?.changedAt != null && (
          <Fact label={tWithdrawal('owner.changed')}>
            <DateTime at={toUnixSeconds(risk.changedAt)} />
          </Fact>
        )}
      </DescriptionList>
    </Section>
  );
}
