import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import type { DepositRisk, RiskEntity } from '#lib/deposits/schema.ts';
import type { WithdrawalRisk } from '#lib/withdrawals/schema.ts';

/** Thousands may come: so many of a category are shown at once. */
const shownAtOnce = 20;

const NotAssessed = () => (
  <span>
    <Badge tone="attention">Not assessed</Badge>{' '}
    <span className="text-muted text-xs">
      The record does not tell it. That is not the same as none found.
    </span>
  </span>
);

function Entity({ entity: { name, category } }: { entity: RiskEntity }) {
  return (
    <span className="break-words">
      {name ?? <span className="text-muted">without a name</span>}
      <span className="text-muted"> · {category ?? 'without a category'}</span>
    </span>
  );
}

function byCategory(list: readonly RiskEntity[]): readonly (readonly [string, readonly RiskEntity[]])[] {
  const groups = Map.groupBy(list, ({ category }) => category ?? 'Without a category');
  return [...groups].toSorted(([, left], [, right]) => right.length - left.length);
}

function Entities({ list }: { list: readonly RiskEntity[] | null }) {
  if (list === null) return <NotAssessed />;
  if (list.length === 0)
    return (
      <span>
        <Badge>None found</Badge>{' '}
        <span className="text-muted text-xs">The assessment names none. It does not say “clean”.</span>
      </span>
    );
  return (
    <div className="flex flex-col gap-1.5">
      {byCategory(list).map(([category, entities]) => (
        <div key={category}>
          <p className="flex items-baseline gap-1.5 text-sm">
            <span className="break-words font-medium">{category}</span>
            <span className="text-muted text-xs tabular-nums">{entities.length}</span>
          </p>
          <Names entities={entities.slice(0, shownAtOnce)} />
          {entities.length > shownAtOnce && (
            <Disclosure title={`${entities.length - shownAtOnce} more`}>
              <Names entities={entities.slice(shownAtOnce)} />
            </Disclosure>
          )}
        </div>
      ))}
    </div>
  );
}

const Names = ({ entities }: { entities: readonly RiskEntity[] }) => (
  <p className="break-words text-muted text-sm">
    {entities.map(({ name }) => name ?? 'without a name').join(' · ')}
  </p>
);

/** §2.5 in full: what is assessed, what is not, and what was found. */
export function DepositRiskView({ risk }: { risk: DepositRisk | null }) {
  const assessment = risk?.assessment ?? null;
  return (
    <Section title="Risk">
      <DescriptionList>
        <Fact label="Risk score" hint="As received: its scale is not shown">
          {risk?.riskScore ?? <NotAssessed />}
        </Fact>
        <Fact label="Owner of the address">
          {assessment?.addressOwner ? <Entity entity={assessment.addressOwner} /> : <NotAssessed />}
        </Fact>
        <Fact label="Came from" hint="Illicit sources from which the address received transactions">
          <Entities list={assessment?.sourceRiskEntities ?? null} />
        </Fact>
        <Fact label="Went to" hint="Illicit destinations to which the address sent transactions">
          <Entities list={assessment?.destinationRiskEntities ?? null} />
        </Fact>
      </DescriptionList>
    </Section>
  );
}

/** §6.2: the owner of the address that a withdrawal goes to. */
export function WithdrawalRiskView({ risk }: { risk: WithdrawalRisk | null }) {
  const isKnown = risk !== null && (risk.ownerName !== null || risk.ownerCategory !== null);
  return (
    <Section title="Risk">
      <DescriptionList>
        <Fact label="Owner of the address">
          {isKnown ? (
            <Entity entity={{ name: risk.ownerName, category: risk.ownerCategory }} />
          ) : (
            <NotAssessed />
          )}
        </Fact>
      </DescriptionList>
    </Section>
  );
}
