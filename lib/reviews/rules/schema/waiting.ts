import type { ProposalView } from '#lib/proposals/schema.ts';
import type { SettingsProposal } from '../../settings/schema.ts';
import type { ProposedRuleChange } from '../model/rule.ts';

/** Proposals of the desk that wait for a second person, other than decisions and reopenings. */
export type DeskProposals = {
  readonly settings: SettingsProposal | null;
  /** With the name of the rule in the proposed version. */
  readonly rules: readonly (ProposalView<ProposedRuleChange> & { readonly name: string })[];
};
