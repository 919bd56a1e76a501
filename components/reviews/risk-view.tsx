import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import type { RiskEntity } from '#lib/deposits/schema.ts';
import type { EntityGroup, EntityList, RiskPicture } from '#lib/reviews/cases/model/risk.ts';
import type { WithdrawalRisk } from '#lib/withdrawals/schema.ts';

/** Thousands may come: so many of a category, and so many categories, are shown at once. */
const shownAtOnce = 8;
const groupsAtOnce = 6;

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
    <span className="wrap-anywhere">
      {name ?? <span className="text-muted">without a name</span>}
      <span className="text-muted"> · {category ?? 'without a category'}</span>
    </span>
  );
}

function Entities({ list }: { list: EntityList | null }) {
  if (list === null) return <NotAssessed />;
  if (list.count === 0)
    return (
      <span>
        <Badge>None found</Badge>{' '}
        <span className="text-muted text-xs">The assessment names none. It does not say “clean”.</span>
      </span>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <p>
        {list.count} {list.count === 1 ? 'entity' : 'entities'}
      </p>
      {list.groups.slice(0, groupsAtOnce).map((group) => (
        <Group key={group.category} group={group} />
      ))}
      {list.groups.length > groupsAtOnce && (
        <Disclosure title={`${list.groups.length - groupsAtOnce} more categories`}>
          <div className="flex flex-col gap-1.5">
            {list.groups.slice(groupsAtOnce).map((group) => (
              <Group key={group.category} group={group} />
            ))}
          </div>
        </Disclosure>
      )}
      {list.more.entities > 0 && (
        <p className="text-muted text-xs">
          And {list.more.entities} more in {list.more.categories} further{' '}
          {list.more.categories === 1 ? 'category' : 'categories'}: all of them are in the evidence pack.
        </p>
      )}
    </div>
  );
}

function Group({ group: { category, count, names } }: { group: EntityGroup }) {
  const unnamed = count - names.length;
  return (
    <div>
      <p className="flex items-baseline gap-1.5 text-sm">
        <span className="min-w-0 font-medium wrap-anywhere">{category ?? 'Without a category'}</span>
        <span className="text-muted text-xs tabular-nums">{count}</span>
      </p>
      <Names names={names.slice(0, shownAtOnce)} />
      {names.length > shownAtOnce && (
        <Disclosure title={`${names.length - shownAtOnce} more`}>
          <Names names={names.slice(shownAtOnce)} />
        </Disclosure>
      )}
      {unnamed > 0 && (
        <p className="text-muted text-xs">And {unnamed} more: all of them are in the evidence pack.</p>
      )}
    </div>
  );
}

const Names = ({ names }: { names: readonly (string | null)[] }) => (
  <p className="text-muted text-sm wrap-anywhere">
    {names.map((name) => name ?? 'without a name').join(' · ')}
  </p>
);

const isLong = (list: EntityList | null | undefined): boolean => (list?.count ?? 0) > 3;

/** §2.5 in full: what is assessed, what is not, and what was found. */
export function DepositRiskView({ risk, suffix = '' }: { risk: RiskPicture | null; suffix?: string }) {
  return (
    <Section title={`Risk${suffix}`}>
      <DescriptionList>
        <Fact label="Risk score" hint="As received: its scale is not shown">
          {risk?.riskScore ?? <NotAssessed />}
        </Fact>
        <Fact label="Owner of the address">
          {risk?.owner ? <Entity entity={risk.owner} /> : <NotAssessed />}
        </Fact>
        <Fact
          label="Came from"
          hint="Illicit sources from which the address received transactions"
          stacked={isLong(risk?.source)}
        >
          <Entities list={risk?.source ?? null} />
        </Fact>
        <Fact
          label="Went to"
          hint="Illicit destinations to which the address sent transactions"
          stacked={isLong(risk?.destination)}
        >
          <Entities list={risk?.destination ?? null} />
        </Fact>
      </DescriptionList>
    </Section>
  );
}

/** §6.2: the owner of the address that a withdrawal goes to. */
export function WithdrawalRiskView({ risk, suffix = '' }: { risk: WithdrawalRisk | null; suffix?: string }) {
  const isKnown = risk !== null && (risk.ownerName !== null || risk.ownerCategory !== null);
  return (
    <Section title={`Risk${suffix}`}>
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
