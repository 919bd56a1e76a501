import type { SubjectVersion } from '#lib/reviews/cases/model/subject-version.ts';

/** A case with a proposal, as the person opened it in this tab. */
export type OpenedProposal = {
  readonly caseId: string;
  readonly version: number;
  readonly seen: SubjectVersion[];
};

/** By case, newest last. A new document forgets them, so each case has to be opened again. */
const opened = new Map<string, OpenedProposal>();

/** Older ones are forgotten. */
const maximumOpened = 200;

/** Returns the proposals that the person opened in this tab, newest last. */
export const listOpenedProposals = (): readonly OpenedProposal[] => [...opened.values()];

/** Remembers in this tab what the person saw of a case with a proposal. */
export function rememberOpenedProposal(caseId: string, version: number, seen: SubjectVersion[]): void {
  opened.delete(caseId);
  opened.set(caseId, { caseId, version, seen });
  for (const oldest of [...opened.keys()].slice(0, -maximumOpened)) opened.delete(oldest);
}
