import { Section } from '#components/shell/section.tsx';
import type { DepositRisk } from '#lib/deposits/schema.ts';
import { RiskDetail } from './risk-detail.tsx';

/** Risk detail of a payment's deposits, in their order. */
export function PaymentRisk({
  depositIds,
  risks,
}: {
  depositIds: readonly string[];
  risks: readonly DepositRisk[];
}) {
  const found = new Map(risks.map((risk) => [risk.depositId, risk]));
  return depositIds.map((depositId, index) => (
    <Section key={depositId} title={depositIds.length === 1 ? 'Risk' : `Risk of deposit ${index + 1}`}>
      <RiskDetail risk={found.get(depositId) ?? null} />
    </Section>
  ));
}
