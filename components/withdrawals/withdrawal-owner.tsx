import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { inSeconds } from '#lib/values/instant.ts';
import type { WithdrawalRisk } from '#lib/withdrawals/schema.ts';

const notTold = 'The callback does not tell it.';

/** The owner of the address, as screened. Risk detail: the server gives it to those who may see it only. */
export function WithdrawalOwner({ risk }: { risk: WithdrawalRisk | null }) {
  return (
    <Section title="Owner of the address">
      <DescriptionList>
        <Fact label="Name">{risk?.ownerName || <Unknown reason={notTold} />}</Fact>
        <Fact label="Category">{risk?.ownerCategory || <Unknown reason={notTold} />}</Fact>
        {risk?.changedAt != null && (
          <Fact label="Owner changed">
            <DateTime at={inSeconds(risk.changedAt)} />
          </Fact>
        )}
      </DescriptionList>
    </Section>
  );
}
