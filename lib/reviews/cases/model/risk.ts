import type { DepositRisk, RiskEntity } from '#lib/deposits/schema.ts';

/** Risk entities as a page shows them: thousands may come, of names as long as anybody likes. */

/** Of a category, and of a list. The rest is a number; all of them are in the evidence pack. */
const mostOfCategory = 60;
const mostOfList = 120;
const mostCategories = 20;
const longestName = 100;

export type EntityGroup = {
  /** Null: the entity has none. */
  readonly category: string | null;
  readonly count: number;
  /** The first of them; null is one without a name. */
  readonly names: readonly (string | null)[];
};
export type EntityList = {
  readonly count: number;
  /** The largest first. */
  readonly groups: readonly EntityGroup[];
  /** In how many further categories, and how many entities those have. */
  readonly more: { readonly categories: number; readonly entities: number };
};

/** A risk assessment of bounded size. Null lists are "not assessed"; an empty one is "none found". */
export type RiskPicture = {
  readonly riskScore: string | null;
  readonly owner: RiskEntity | null;
  readonly source: EntityList | null;
  readonly destination: EntityList | null;
};

const short = (text: string | null): string | null =>
  text !== null && text.length > longestName ? `${text.slice(0, longestName)}…` : text;

function listOf(entities: readonly RiskEntity[] | null, most: number): EntityList | null {
  if (entities === null) return null;
  const byCategory = new Map<string | null, RiskEntity[]>();
  for (const entity of entities) {
    const category = entity.category?.trim() || null;
    const known = byCategory.get(category);
    if (known === undefined) byCategory.set(category, [entity]);
    else known.push(entity);
  }
  const all = [...byCategory].toSorted(([, left], [, right]) => right.length - left.length);
  // Each category shows a few; what is left of the room goes to the largest.
  const few = Math.ceil(most / mostCategories);
  let left = most;
  const groups = all.slice(0, mostCategories).map(([category, members]): EntityGroup => {
    const room = Math.min(mostOfCategory, few + left);
    const names = members.slice(0, room).map(({ name }) => short(name));
    left -= Math.max(0, names.length - few);
    return { category: short(category), count: members.length, names };
  });
  const rest = all.slice(mostCategories);
  const entitiesLeft = rest.reduce((sum, [, members]) => sum + members.length, 0);
  return { count: entities.length, groups, more: { categories: rest.length, entities: entitiesLeft } };
}

/** Null where nothing at all was told. Of a list, `most` names and a few of each category are in it. */
export function toRiskPicture(risk: DepositRisk | null, most = mostOfList): RiskPicture | null {
  if (risk === null) return null;
  const { riskScore, assessment } = risk;
  const owner = assessment?.addressOwner ?? null;
  return {
    riskScore: short(riskScore),
    owner: owner && { name: short(owner.name), category: short(owner.category) },
    source: listOf(assessment?.sourceRiskEntities ?? null, most),
    destination: listOf(assessment?.destinationRiskEntities ?? null, most),
  };
}
