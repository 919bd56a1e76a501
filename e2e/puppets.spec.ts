import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { showCode } from './fixtures/authenticator.ts';
import { openBlockedCase } from './fixtures/blocked-case.ts';
import { addColleague } from './fixtures/colleague.ts';
import type { Role } from './fixtures/people.ts';
import { signInByPassword } from './fixtures/people.ts';
import { proposeToReport } from './fixtures/propose-to-report.ts';
import { sendAction, sendRefusedAction } from './fixtures/send-action.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

/**
 * One owner invites accounts by copied links, opens them, and gives each a second factor. Then one account proposes, and
 * the others approve. They are three, four and five accounts with those that the invited ones invite themselves.
 */

const sameGiver = 'you and the proposer both received access from Oskar Brandt, directly or through others';
const start = /You can approve from \S/;
const password = 'a quiet long password';

type Puppet = Session & { readonly name: string };

/** Opens an account by the copied link of an invitation, and sets up an authenticator app for it. */
async function openAccount(browser: Browser, by: Session, name: string, role: Role): Promise<Puppet> {
  const email = `${randomUUID()}@example.test`;
  await addColleague(by, { email, name, password, role });
  const context = await browser.newContext();
  const businessId = await signInByPassword(context, { email, password });
  const page = await context.newPage();
  const open = async (path: string) => {
    await page.goto(`/${businessId}/${path}`);
  };
  const proof = { kind: 'password', password };
  const setUp = await sendAction(context.request, 'startTotpAction', { businessId, proof });
  const code = await showCode(/"secret":"([A-Z2-7]+)"/.exec(setUp)?.[1] ?? '');
  await sendAction(context.request, 'confirmTotpAction', { businessId, code });
  return { page, context, businessId, open, name };
}

const findProposalId = (text: string): string => {
  const [, proposalId] = /proposalId\\?":\\?"([0-9a-f-]{36})/.exec(text) ?? [];
  if (proposalId === undefined) throw new Error('no proposal waits');
  return proposalId;
};

/** Expects that the page offers no approval, and shows why and from when. Other proposals may wait on it, too. */
async function expectBlocked(page: Page, reason = sameGiver): Promise<void> {
  await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByText(start).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' }).first()).toBeDisabled();
}

/** Expects that the server refuses what the page doesn't offer, with the same reason. */
async function expectRefusals(accounts: readonly Session[], action: string, input: unknown): Promise<void> {
  for (const { context } of accounts) {
    const text = await sendRefusedAction(context.request, action, input);
    expect(text).toMatch(/received access from Oskar Brandt|one of you gave the other access/);
    expect(text).toMatch(start);
  }
}

/** Returns the approval of a case as the page would send it. */
async function readApproval({ context, businessId }: Session, caseId: string) {
  const response = await context.request.get(`/api/businesses/${businessId}/reviews/${caseId}/whole`);
  const { view } = await response.json();
  const subjects: { caseId: string; serviceStatus: string | null; refundStatus: string | null }[] = [
    view.own,
    ...view.joined,
  ];
  const seen = subjects.map(({ serviceStatus: status, ...one }) => ({ ...one, status }));
  return { businessId, caseId, version: view.version, answer: 'confirm', comment: '', seen };
}

/** Proposes to report a case. */
async function proposeReport({ page, open }: Session, caseId: string): Promise<void> {
  await open(`reviews/${caseId}`);
  await page.getByRole('radio', { name: 'File SAR/STR' }).check();
  const note = 'The wallet belongs to a mixer.';
  await page.getByRole('textbox', { name: 'Note' }).fill(note);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: note })).toBeVisible();
  await proposeToReport(page);
  await expect(page.getByText('Another person must approve this')).toBeVisible();
}

test('accounts that one owner opened approve nothing of each other', async ({ owner, browser }) => {
  const { businessId } = owner;
  const [first, second] = await Promise.all([
    openAccount(browser, owner, 'First Puppet', 'owner'),
    openAccount(browser, owner, 'Second Puppet', 'owner'),
  ]);
  // Access that the first accounts pass on is access from the owner, too.
  const [third, fourth] = await Promise.all([
    openAccount(browser, first, 'Third Puppet', 'owner'),
    openAccount(browser, second, 'Fourth Puppet', 'owner'),
  ]);

  await test.step('three accounts: a threshold', async () => {
    await sendAction(first.context.request, 'changeDeskSettingsAction', {
      ...{ businessId, secondFromEur: '900000', dueHours: '24', riskScoreFrom: '' },
      twoPersonCategories: 'sanctions\nterror',
      reason: 'The amount is raised for this test.',
    });
    await second.open('reviews/figures');
    await expectBlocked(second.page);
    await owner.open('reviews/figures');
    await expectBlocked(owner.page, 'one of you gave the other access');
    const proposalId = findProposalId(
      await (await first.page.request.get(`/${businessId}/reviews/figures`)).text(),
    );
    const answer = { businessId, proposalId, comment: '' };
    await expectRefusals([owner, second], 'decideDeskChangeAction', { ...answer, answer: 'approve' });
    await sendAction(first.context.request, 'decideDeskChangeAction', { ...answer, answer: 'withdraw' });
  });

  await test.step('four accounts: a year of retention', async () => {
    const proposed = await sendAction(second.context.request, 'setRetentionAction', {
      ...{ businessId, kind: 'callback', years: '1' },
    });
    const answer = { businessId, proposalId: findProposalId(proposed) };
    await third.open('approvals');
    await expectBlocked(third.page);
    await first.open('business');
    await expectBlocked(first.page);
    await expectRefusals([owner, first, third], 'decideRetentionChangeAction', {
      ...answer,
      answer: 'approve',
    });
    await sendAction(second.context.request, 'decideRetentionChangeAction', {
      ...answer,
      answer: 'withdraw',
    });
  });

  await test.step('five accounts: a report', async () => {
    const { caseId } = await openBlockedCase(owner, owner);
    await proposeReport(third, caseId);
    for (const { page, open } of [second, fourth]) {
      await open(`reviews/${caseId}`);
      await expectBlocked(page);
    }
    const approval = await readApproval(fourth, caseId);
    await expectRefusals([owner, second, fourth], 'decideProposalAction', approval);
    await third.page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(third.page.getByText('Another person must approve this')).toHaveCount(0);
  });

  await test.step('their addresses', async () => {
    await fourth.open('team');
    await fourth.page.getByRole('button', { name: `Actions for ${first.name}` }).click();
    await fourth.page.getByRole('menuitem', { name: 'Verify address' }).click();
    await fourth.page.getByRole('button', { name: 'Verify address' }).click();
    await expect(
      fourth.page.getByText(/Only an owner who can approve proposals of this person/),
    ).toBeVisible();
  });

  for (const { context } of [first, second, third, fourth]) await context.close();
});
