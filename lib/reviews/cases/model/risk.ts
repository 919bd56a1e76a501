import type { DepositRisk, RiskEntity } from '#lib/deposits/schema.ts';

/** Shortens a risk assessment for a page. It can contain thousands of entities with names of any length. */

/**
 * Limits of the names per category and per list. The remaining ones are counted, and the evidence pack contains all.
 */
const mostOfCategory = 60;
const mostOfList = 120;
const mostCategories = 20;
const longestName = 100;

export type EntityGroup = {
  /** Null if the entity has no category. */
  readonly category: string | null;
  readonly count: number;
  /** The first names; null for an entity without a name. */
  readonly names: readonly (string | null)[];
};
export type EntityList = {
  readonly count: number;
  /** Most serious category first, then the largest. */
  readonly groups: readonly EntityGroup[];
  /** The number of further categories, and of the entities in them. */
  readonly more: { readonly categories: number; readonly entities: number };
};

/** A risk assessment of bounded size. A null list isn't assessed yet; an empty list has no entities. */
export type RiskAssessmentSummary = {
  readonly riskScore: string | null;
  readonly owner: RiskEntity | null;
  readonly source: EntityList | null;
  readonly destination: EntityList | null;
};

const shorten = (text: string | null): string | null =>
  text !== null && text.length > longestName ? `${text.slice(0, longestName)}…` : text;

/** Returns whether a category is about sanctions or terrorism. */
export const isSanctions = (category: string | null): boolean => /sanction|terror/i.test(category ?? '');

const toKey = (category: string | null): string => (category ?? '').trim().toLowerCase();

/**
 * Weighs a category by the owner's list, most serious first. Sanctions and terrorism weigh most, and a category that
 * isn't listed weighs more than the listed ones.
 */
export function weighCategory(category: string | null, listed: readonly string[]): number {
  if (isSanctions(category)) return 1_000;
  const index = listed.findIndex((one) => toKey(one) === toKey(category));
  return index === -1 ? 900 : 899 - index;
}

function buildList(
  entities: readonly RiskEntity[] | null,
  most: number,
  listed: readonly string[],
): EntityList | null {
  if (entities === null) return null;
  const byCategory = new Map<string | null, RiskEntity[]>();
  for (const entity of entities) {
    const category = entity.category?.trim() || null;
    const sameCategory = byCategory.get(category);
    if (sameCategory === undefined) byCategory.set(category, [entity]);
    else sameCategory.push(entity);
  }
  const all = [...byCategory].toSorted(
    ([category, members], [otherCategory, others]) =>
      weighCategory(otherCategory, listed) - weighCategory(category, listed) ||
      others.length - members.length,
  );
  // Each category shows a few names. The remaining space goes to the largest categories.
  const few = Math.ceil(most / mostCategories);
  let left = most;
  const groups = all.slice(0, mostCategories).map(([category, members]): EntityGroup => {
    const room = Math.min(mostOfCategory, few + left);
    const names = members.slice(0, room).map(({ name }) => shorten(name));
    left -= Math.max(0, names.length - few);
    return { category: shorten(category), count: members.length, names };
  });
  const rest = all.slice(mostCategories);
  const entitiesLeft = rest.reduce((sum, [, members]) => sum + members.length, 0);
  return { count: entities.length, groups, more: { categories: rest.length, entities: entitiesLeft } };
}

/**
 * Returns the shortened assessment with at most `most` names per list; null if nothing was reported. `listed` is the
 * owner's list of categories, most serious first.
 */
export function summarizeRiskAssessment(
  risk: DepositRisk | null,
  most = mostOfList,
  listed: readonly string[] = [],
): RiskAssessmentSummary | null {
  if (risk === null) return null;
  const { riskScore, assessment } = risk;
  const owner = assessment?.addressOwner ?? null;
  return {
    riskScore: shorten(riskScore),
    owner: owner && { name: shorten(owner.name), category: shorten(owner.category) },
    source: buildList(assessment?.sourceRiskEntities ?? null, most, listed),
    destination: buildList(assessment?.destinationRiskEntities ?? null, most, listed),
  };
}

/** The entities of one category, counted by their relation to the address. */
type CategoryCount = {
  /** Null if the entities have no category. */
  readonly category: string | null;
  readonly isSanctions: boolean;
  /** The owner of the address has this category. */
  readonly isOwner: boolean;
  /** Null if the list isn't assessed. */
  readonly sources: number | null;
  readonly destinations: number | null;
};

/** Counts the entities of an assessment by category, in the order of the picture: sanctions and terrorism first. */
export function countCategories({
  owner,
  source,
  destination,
}: RiskAssessmentSummary): readonly CategoryCount[] {
  const ownCategory = owner === null ? [] : [owner.category?.trim() || null];
  const groups = [...(source?.groups ?? []), ...(destination?.groups ?? [])];
  const categories = [...new Set([...groups.map(({ category }) => category), ...ownCategory])];
  const count = (list: EntityList | null, category: string | null) =>
    list === null ? null : (list.groups.find((group) => group.category === category)?.count ?? 0);
  return categories
    .map((category) => ({
      category,
      isSanctions: isSanctions(category),
      isOwner: ownCategory.includes(category),
      sources: count(source, category),
      destinations: count(destination, category),
    }))
    .toSorted((one, other) => Number(other.isSanctions) - Number(one.isSanctions));
}
