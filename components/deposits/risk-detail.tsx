import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { DepositRisk, RiskEntity } from '#lib/deposits/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

const notAssessed = 'Not assessed: the record has no such field. That does not mean that it is clean.';

function Entity({ entity }: { entity: RiskEntity }) {
  return (
    <span className="break-words">
      {entity.name ?? <Unknown reason="No name was told." />}
      {entity.category !== null && <span className="text-muted"> · {entity.category}</span>}
    </span>
  );
}

/** An empty list is not "clean", an absent one is not assessed: they read differently. */
function Entities({ list }: { list: readonly RiskEntity[] | null | undefined }) {
  if (list === null || list === undefined) return <Unknown reason={notAssessed} />;
  if (list.length === 0) return <span className="text-muted">None named. That does not mean clean.</span>;
  return (
    <ul className="flex flex-col">
      {list.map((entity) => (
        <li key={`${entity.name} ${entity.category}`}>
          <Entity entity={entity} />
        </li>
      ))}
    </ul>
  );
}

/** Risk detail of one deposit (§2.5). The server gives it to those who may see it only, and writes that down. */
export function RiskDetail({ risk }: { risk: DepositRisk | null }) {
  const { riskScore = null, assessment = null, changedAt = null } = risk ?? {};
  return (
    <DescriptionList>
      <Fact label="Risk score" hint="As received: its scale is not shown">
        {riskScore ?? <Unknown reason={notAssessed} />}
      </Fact>
      <Fact label="Address owner">
        {assessment?.addressOwner ? (
          <Entity entity={assessment.addressOwner} />
        ) : (
          <Unknown reason={notAssessed} />
        )}
      </Fact>
      <Fact label="Sources" hint="Illicit sources from which the address received transactions">
        <Entities list={assessment?.sourceRiskEntities} />
      </Fact>
      <Fact label="Destinations" hint="Illicit destinations to which the address sent transactions">
        <Entities list={assessment?.destinationRiskEntities} />
      </Fact>
      {changedAt !== null && (
        <Fact label="Risk changed">
          <DateTime at={inSeconds(changedAt)} />
        </Fact>
      )}
    </DescriptionList>
  );
}
