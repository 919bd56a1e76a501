import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findProposal, listProposalHistory, readSetting } from '#lib/proposals/index.ts';
import { deskProposals } from '../desk-proposals.ts';
import type { Settings } from '../model.ts';
import type { SettingsProposal } from '../schema.ts';

/** Reads the settings of the desk. */
export async function readDeskSettings(context: Context<PersonActor>, business: string): Promise<Settings> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return readSetting(deskProposals, businessId);
}

/** Reads the change of the settings that is pending approval, or the last one if it was declined. */
export async function readSettingsProposal(
  context: Context<PersonActor>,
  business: string,
): Promise<{ readonly proposal: SettingsProposal | null; readonly declined: SettingsProposal | null }> {
  const { businessId } = requirePermission(context, business, 'review.work');
  // The clocks of two processes may differ, so the pending one is not found by its time.
  const proposal = await findProposal(context, deskProposals, businessId);
  if (proposal !== null) return { proposal, declined: null };
  const [newest] = await listProposalHistory(context, deskProposals, { businessId, subject: '', limit: 1 });
  return { proposal, declined: newest?.state === 'declined' ? newest : null };
}
