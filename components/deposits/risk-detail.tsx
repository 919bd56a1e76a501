import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { DepositRisk, RiskEntity } from '#lib/deposits/schema.ts';
import { tDepositRisk } from '#lib/messages/deposits.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

function Entity({ entity }: { entity: RiskEntity }) {
  return (
    <span className="break-words">
      {entity.name ?? <UnknownValue reason={tDepositRisk('noName')} />}
      {entity.category !== null && <span className="text-muted"> · {entity.category}</span>}
    </span>
  );
}

/** Lists entities. A missing list was not assessed. An empty one found no entities, which proves nothing. */
function Entities({ list }: { list: readonly RiskEntity[] | null | undefined }) {
  if (list === null || list === undefined) return <UnknownValue reason={tDepositRisk('notAssessed')} />;
  if (list.length === 0) return <span className="text-muted">{tDepositRisk('noEntities')}</span>;
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

/** Shows the risk detail of one deposit (§2.5). The server sends it only to people who can see it, and audits that. */
export function RiskDetail({ risk }: { risk: DepositRisk | null }) {
  const { riskScore = null, assessment = null, changedAt = null } = risk ?? {};
  return (
    <DescriptionList>
      <Fact label={tDepositRisk('score')} hint={tDepositRisk('scoreHint')}>
        {riskScore ?? <UnknownValue reason={tDepositRisk('notAssessed')} />}
      </Fact>
      <Fact label={tDepositRisk('addressOwner')}>
        {assessment?.addressOwner ? (
          <Entity entity={assessment.addressOwner} />
        ) : (
          <UnknownValue reason={tDepositRisk('notAssessed')} />
        )}
      </Fact>
      <Fact label={tDepositRisk('sources')} hint={tDepositRisk('sourcesHint')}>
        <Entities list={assessment?.sourceRiskEntities} />
      </Fact>
      <Fact label={tDepositRisk('destinations')} hint={tDepositRisk('destinationsHint')}>
        <Entities list={assessment?.destinationRiskEntities} />
      </Fact>
      {changedAt !== null && (
        <Fact label={tDepositRisk('changed')}>
          <DateTime at={toUnixSeconds(changedAt)} />
        </Fact>
      )}
    </DescriptionList>
  );
}
