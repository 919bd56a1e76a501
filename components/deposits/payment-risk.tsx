import { Section } from '#components/shell/section.tsx';
import type { DepositRisk } from '#lib/deposits/schema.ts';
import { RiskDetail } from './risk-detail.tsx';

/** Risk detail of a payment's deposits, in their order; `earlier`: how many more there are before them. */
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
      title={earlier + depositIds.length === 1 ? 'Risk' : `Risk of deposit ${earlier + index + 1}`}
    >
      <RiskDetail risk={found.get(depositId) ?? null} />
    </Section>
  ));
}
