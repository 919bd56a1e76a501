import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startBalancer } from './balancer.ts';
import { longestGapMs, startSending } from './callback-sender.ts';
import { verifyCompleteData } from './check-data.ts';
import type { RehearsalOptions } from './failover.ts';
import { startInstallation } from './installation.ts';
import { buildOlderVersion, copyOlderVersion } from './older-version.ts';
import type { FormOutcome, OpenForm } from './open-form.ts';
import { openBrowser } from './open-form.ts';
import { startReading } from './page-reader.ts';
import { startPrimary } from './postgres.ts';
import type { Report } from './report.ts';
import { signInOwner } from './sign-in.ts';
import { startSigningIn } from './sign-in-load.ts';
import { fetchStatus, inWorkFolder, secondsUntil } from './work-folder.ts';

/** Callbacks wait for locks of migrations. Starting a server of the new version also takes processor time. */
const longestGapSeconds = 5;

const readPages = [
  'overview',
  'payments',
  'deposits',
  'withdrawals',
  'refunds',
  'exceptions',
  'callbacks',
  'audit',
  'team',
  'settings',
];
const pagesPerSecond = 2;
const signInEveryMs = 2_000;

async function countNotes(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT count(*)::int AS notes FROM record_note_text WHERE text = $1',
      [text],
    );
    return Number(rows[0]?.notes);
  } finally {
    await client.end();
  }
}

const outcomeWords: Record<FormOutcome, string> = {
  saved: 'it was saved',
  newVersion: 'the page says that nothing was sent',
  nothing: 'the page said nothing',
  offered: 'the page was loaded again and offers what was typed',
  lost: 'the page was loaded again without what was typed',
};

/** Submits a form that an older page has open. What the page says must be what happened. */
async function promiseHonestForm(report: Report, when: string, form: OpenForm, url: string) {
  const outcome = await form.submit();
  const notes = await countNotes(url, form.text);
  report.promise(
    `A form that was open before is saved, refused with words or offered again, ${when}`,
    outcome === 'saved' ? notes === 1 : notes === 0 && (outcome === 'newVersion' || outcome === 'offered'),
    `${outcomeWords[outcome]}, ${notes} stored`,
  );
  return outcome;
}

/**
 * Updates an installation under load. An older web app, intake and worker run on their schema, then the schema is
 * migrated. Those of this version run beside the older ones until those end. All the time callbacks arrive, people read
 * pages and sign in, and forms of the older version are submitted.
 */
export function rehearseTwoVersions({
  programs,
  report,
  seconds,
  rate,
  from,
}: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const building = new AbortController();
    onEnd(async () => building.abort());
    const older = await copyOlderVersion(path.join(folder, 'older'), from);
    await buildOlderVersion(older, building.signal);
    report.note(`${older.commit} is updated to this version, by ${older.missingMigrations} migrations`);
    const server = await startPrimary(programs, path.join(folder, 'database'));
    onEnd(server.stop);
    const balancer = await startBalancer();
    onEnd(balancer.close);
    const parts = {
      folder,
      url: server.url,
      directUrl: server.url,
      publicAddress: balancer.address,
      // Sessions of the sign-ins end no others.
      settings: { PERSON_SESSIONS: '1000' },
      webs: 1,
      intakes: 1,
      workers: 1,
    };
    const before = await startInstallation({ ...parts, source: older.folder });
    onEnd(before.end);
    const olderWebs = before.webs.map(({ address }) => address);
    const olderIntakes = before.intakes.map(({ address }) => address);
    balancer.setTargets(olderWebs);

    // The web app takes callbacks too.
    const doors = [...olderIntakes, balancer.address].map((address) => `${address}${before.callbackPath}`);
    const sender = startSending(doors, rate);
    onEnd(async () => void (await sender.end(0)));
    const place = `${balancer.address}/${before.businessId}`;
    const cookie = await signInOwner(balancer.address);
    const reader = startReading(
      readPages.map((page) => `${place}/${page}`),
      cookie,
      pagesPerSecond,
    );
    onEnd(reader.end);
    const signIns = startSigningIn(
      () => signInOwner(balancer.address),
      (session) => fetchStatus(`${place}/overview`, session),
      signInEveryMs,
    );
    onEnd(signIns.end);
    await pause(seconds * 1_000);
    report.promise(
      'The older version acknowledges callbacks and shows pages',
      sender.acknowledged.length > 0 && reader.counts.shown > 0,
      `${sender.acknowledged.length} callbacks, ${reader.counts.shown} pages`,
    );
    const browser = await openBrowser(balancer.address);
    onEnd(browser.close);
    const [formBeside, formAfter] = [await browser.openForm(), await browser.openForm()];

    const after = await startInstallation(parts);
    onEnd(after.end);
    const newerWebs = after.webs.map(({ address }) => address);
    const newerIntakes = after.intakes.map(({ address }) => address);
    balancer.setTargets([...olderWebs, ...newerWebs]);
    doors.push(...newerIntakes.map((address) => `${address}${after.callbackPath}`));
    await pause(seconds * 1_000);
    for (const [name, addresses] of [
      ['web app', [...olderWebs, ...newerWebs]],
      ['intake', [...olderIntakes, ...newerIntakes]],
    ] as const) {
      const [olderReady = 0, newerReady = 0] = await Promise.all(
        addresses.map((address) => fetchStatus(`${address}/api/ready`)),
      );
      report.note(
        olderReady === 200
          ? `the older ${name} works with the new schema`
          : `the new schema refuses the older ${name}: its readiness is ${olderReady}`,
      );
      report.promise(`The new ${name} is ready beside the older one`, newerReady === 200, String(newerReady));
    }
    await promiseHonestForm(report, 'beside the older version', formBeside, server.url);

    // As a deployment does it: no new requests, then the signal. Those under way must be answered.
    balancer.setTargets(newerWebs);
    doors.splice(0, olderIntakes.length);
    for (const part of [...before.webs, ...before.intakes, ...before.workers]) part.process.kill('SIGTERM');
    const over = await secondsUntil(() => before.ended().length === 3, 40);
    report.promise('The older version ends by itself', over !== null, `${over} s after SIGTERM`);
    const outcome = await promiseHonestForm(report, 'after the older version', formAfter, server.url);
    if (outcome === 'newVersion')
      report.promise('After the reload the page offers what was typed', await formAfter.reload());
    await pause(seconds * 1_000);

    await reader.end();
    await signIns.end();
    const { unacknowledged } = await sender.end(20_000);
    const { counts } = reader;
    report.note(
      `${counts.shown} pages shown, ${counts.redirected} redirected, ${counts.unavailable} unavailable with words`,
    );
    report.note(
      `longest time without a page ${(reader.longestGapMs() / 1_000).toFixed(1)} s, slowest answer ${(reader.slowestMs() / 1_000).toFixed(1)} s`,
    );
    report.promise(
      'Pages are shown, redirected or unavailable with words',
      counts.broken === 0,
      reader.problems.join('; ') || `${counts.broken} others`,
    );
    report.promise(
      'A session of the older version continues',
      counts.signedOut === 0 && (await fetchStatus(`${place}/deposits`, cookie)) === 200,
      `${counts.signedOut} times signed out`,
    );
    report.promise(
      'Sign-in works at all times',
      signIns.succeeded() > 0 && signIns.problems.length === 0,
      `${signIns.succeeded()} sign-ins${signIns.problems.map((problem) => `, ${problem}`).join('')}`,
    );
    const gap = longestGapMs(sender.acknowledged) / 1_000;
    report.note(`${sender.acknowledged.length} callbacks acknowledged, ${sender.refused()} sent again`);
    report.promise(
      'Every callback is acknowledged in the end',
      unacknowledged === 0,
      `${unacknowledged} left`,
    );
    report.promise(
      `No gap is longer than ${longestGapSeconds} s`,
      gap <= longestGapSeconds,
      `${gap.toFixed(1)} s`,
    );
    await verifyCompleteData(report, after, server.url, sender.acknowledged);
    const audit = await after.verifyAudit();
    report.promise('The audit log is sound', audit.isSound, audit.printed.trim().slice(-300));
    report.promise(
      'This version was not restarted',
      after.ended().length === 0,
      after.ended().join(', ') || 'all run',
    );
  });
}
