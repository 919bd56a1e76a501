import { Section } from '#components/shell/section.tsx';
import type { DepositRisk } from '#lib/deposits/schema.ts';
import { tDepositRisk } from '#lib/messages/deposits.ts';
import { RiskDetail } from './risk-detail.tsx';

/** Shows the risk detail of a payment's deposits, in their order. `earlier` counts the older ones that are not shown. */
export function PaymentRisk({
  depositIds,
  risks,
  earlier = 0,
}: {
  depositIds: readonly string[];
  risks: readonly DepositRisk[];
  earlier?: number;
}) {
  const found = new Map(risks.map((risk) => [risk.depositId, risk]));
  return depositIds.map((depositId, index) => (
    <Section
      key={depositId}
      title={
        earlier + depositIds.length === 1
          ? tDepositRisk('title')
          : tDepositRisk('titleOfDeposit', { number: String(earlier + index + 1) })
      }
    >
      <RiskDetail risk={found.get(depositId) ?? null} />
    </Section>
  ));
}
