import { expect, test } from '@playwright/test';
import { connectWithRetry } from '#scripts/database/connect.ts';
import type { EmbeddedDatabase } from '#scripts/database/embedded.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
import { builtActions } from '#tools/testing/built-actions.ts';
import { addFormerPermissionsFile, addReviewHistory } from './crossing/case-history.ts';
import { actions } from './crossing/expected-actions.ts';
import { deleteReviews, listGuardedWords, unmarkedColumns } from './crossing/guarded.ts';
import { countWords, difference } from './crossing/hidden-words.ts';
import { migrate } from './crossing/migrate.ts';
import type { Principal } from './crossing/principals.ts';
import { makePerson, makePrincipals } from './crossing/principals.ts';
import type { RecordIds } from './crossing/records.ts';
import { createRecords, riskMark } from './crossing/records.ts';
import { postForm } from './crossing/request.ts';
import type { Server } from './crossing/serve.ts';
import { removeFolder, serve } from './crossing/serve.ts';
import { listenToStream } from './crossing/stream.ts';
import type { SurfaceAnswer } from './crossing/surfaces.ts';
import { mapConcurrently, requestSurface, surfaces, unmatchedText } from './crossing/surfaces.ts';

/**
 * People outside compliance learn no risk detail and nothing about cases: not by searching for the exact words, and
 * not from differences once cases exist. Each check must also find a leak that is made on purpose.
 */

const secret = 'a-secret-of-the-tipping-off-test-long-enough';
const folders: string[] = [];
let database: EmbeddedDatabase;
let server: Server;
let place: RecordIds;
let guarded: readonly string[];
let outside: readonly Principal[];
let compliance: Principal;
/** The time at which all data had been written. */
let since: number;
let client: Awaited<ReturnType<typeof connectWithRetry>>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const dataDir = await testFolder('tipping');
  folders.push(dataDir);
  database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  await migrate(database.url);
  client = await connectWithRetry(database.url, 'DATABASE_URL');
  const creator = await makePerson(client, 'creator');
  place = await createRecords(client, creator);
  const elsewhere = await createRecords(client, creator);
  await addReviewHistory(client, place, creator);
  guarded = await listGuardedWords(client, place);
  const principals = await makePrincipals(client, {
    business: place.business,
    elsewhere: elsewhere.business,
    secret,
  });
  await addFormerPermissionsFile(client, place, 'finance');
  const called = (name: string) => {
    const found = principals.find((one) => one.name === name);
    if (found === undefined) throw new Error(`nobody is called ${name}`);
    return found;
  };
  outside = [called('viewer'), called('finance')];
  compliance = called('compliance');
  since = Date.now();
  // The page Settings shows when a session was last used, which each request can change.
  await client.query(
    `UPDATE session SET last_seen_at = now() WHERE last_seen_at > now() - interval '10 min'`,
  );
  server = await serve(process.cwd(), { databaseUrl: database.url, secret });
});

test.afterAll(async () => {
  await server?.stop();
  await client?.end();
  await database?.stop();
  for (const folder of folders) await removeFolder(folder);
});

/** Lists the places that return a guarded word which the request did not contain. */
async function leaksTo(
  who: Principal,
  requests: ReturnType<typeof surfaces>,
  readAnswer: (question: string) => Promise<SurfaceAnswer>,
): Promise<readonly string[]> {
  const found = await mapConcurrently(requests, async ({ route, question }) => {
    const { text } = await readAnswer(question.path);
    return guarded
      .filter((word) => !question.path.includes(word) && text.includes(word))
      .map((word) => `${route} ${question.path} shows ${who.name} of ${word}`);
  });
  return found.flat();
}

/** The responses from before the review data was deleted. */
const before = new Map<string, SurfaceAnswer>();
const readAnswerBefore = (who: Principal) => async (question: string) => {
  const key = `${who.name} ${question}`;
  const response = before.get(key) ?? (await requestSurface(server.address, question, who));
  before.set(key, response);
  return response;
};

test('has the mark in every column that can hold text about a case', async () => {
  expect(await unmarkedColumns(client, place)).toEqual([]);
  expect(guarded.length).toBeGreaterThan(12);
  expect(guarded).toEqual(expect.arrayContaining([riskMark, place.case, place.file, place.rule]));
});

test('reveals nothing about cases in the result of an action', async () => {
  const wrong: string[] = [];
  for (const { id, name } of builtActions()) {
    const listed = actions[name];
    if (listed === undefined) continue;
    await mapConcurrently(outside, async (who) => {
      const input = JSON.stringify(listed.input(place));
      const { text } = await postForm(server.address, id, JSON.parse(input), who);
      const leaked = guarded.filter((word) => text.includes(word) && !input.includes(word));
      if (leaked.length > 0) wrong.push(`${name} shows ${who.name} of ${leaked.join(', ')}`);
    });
  }
  expect(wrong).toEqual([]);
});

test('reveals nothing about cases in pages, routes, files and errors', async () => {
  const leaks = await Promise.all(outside.map((who) => leaksTo(who, surfaces(place), readAnswerBefore(who))));
  expect(leaks.flat()).toEqual([]);
});

test('answers a search for a word of a case as one for any other word', async () => {
  // Two PDFs of the same data differ: they contain the time, and letters as glyph numbers. Another test reads them
  // back.
  const twins = surfaces(place).filter(
    ({ question }) => question.twin !== null && !question.path.includes('/pdf?'),
  );
  expect(twins.length).toBeGreaterThan(100);
  const compare = (who: Principal) =>
    mapConcurrently(twins, async ({ question }) => {
      if (question.twin === null) return [];
      const [one, other] = [
        await readAnswerBefore(who)(question.path),
        await requestSurface(server.address, question.twin.path, who),
      ];
      const words = [...question.asked, ...question.twin.asked];
      const differs = difference(countWords(one.text, words, since), countWords(other.text, words, since));
      return one.status === other.status && differs.length === 0
        ? []
        : [
            `${question.path} for ${who.name}: ${one.status}, ${other.status}; ${differs.slice(0, 9).join(' ')}`,
          ];
    });
  expect((await Promise.all(outside.map(compare))).flat(2)).toEqual([]);
});

test('names cases in the stream to compliance only', async () => {
  const url = `${server.address}/api/businesses/${place.business}/live`;
  const [first, ...others] = [...outside, compliance];
  if (first === undefined) throw new Error('nobody listens');
  const one = listenToStream(url, first.cookie);
  await one.joined();
  const streams = [one, ...others.map((who) => listenToStream(url, who.cookie))];
  for (const other of streams) await other.open();
  const notify = (t: readonly string[], i: readonly string[]) =>
    client.query(`SELECT pg_notify('countinghouse_live', $1)`, [JSON.stringify({ b: place.business, t, i })]);
  await notify(['reviews'], [place.case]);
  await notify(['reviews', 'deposits'], [place.case, place.deposit]);
  await notify(['payments'], [place.payment]);
  const texts = await Promise.all(streams.map((each) => each.until(place.payment)));
  const ofDesk = texts.pop();
  expect(ofDesk).toContain(place.case);
  expect(ofDesk).toContain('reviews');
  for (const text of texts) {
    expect(text.split('event: change').slice(1)).toHaveLength(2);
    for (const word of [...guarded, 'reviews']) expect(text).not.toContain(word);
  }
});

test('answers the same once all review data is deleted', async () => {
  const requests = surfaces(place).filter(
    ({ question }) => question.twin === null && !/\/pdf(?:$|\?)|[?&]format=pdf$/.test(question.path),
  );
  const differs = (one: SurfaceAnswer, other: SurfaceAnswer) => [
    ...(one.status === other.status ? [] : [`${one.status} ${other.status}`]),
    ...difference(countWords(one.text, [], since), countWords(other.text, [], since)),
  ];
  const deskBefore = await requestSurface(
    server.address,
    `/${place.business}/reviews?view=snoozed`,
    compliance,
  );
  await deleteReviews(client, place);
  const compare = (who: Principal) =>
    mapConcurrently(requests, async ({ question }) => {
      const then = await readAnswerBefore(who)(question.path);
      const found = differs(then, await requestSurface(server.address, question.path, who));
      return found.length === 0 ? [] : [`${question.path} for ${who.name}: ${found.slice(0, 12).join(' ')}`];
    });
  expect((await Promise.all(outside.map(compare))).flat(2)).toEqual([]);
  // Proves that a hint would be found: responses to compliance differ now.
  const deskAfter = await requestSurface(
    server.address,
    `/${place.business}/reviews?view=snoozed`,
    compliance,
  );
  expect(
    difference(countWords(deskBefore.text, [], since), countWords(deskAfter.text, [], since)),
  ).not.toEqual([]);
});

test('finds a leak that is planted', async () => {
  await client.query(`UPDATE payment SET client_payment_id = $2 WHERE business_id = $1`, [
    place.business,
    riskMark,
  ]);
  await client.query(`UPDATE withdrawal SET client_withdrawal_id = $2 WHERE business_id = $1`, [
    place.business,
    place.case,
  ]);
  const [viewer, finance] = outside;
  if (viewer === undefined || finance === undefined) throw new Error('nobody asks');
  const where = surfaces(place).filter(({ route }) => /\/(payments|withdrawals)\//.test(route));
  const leaks = async (who: Principal) =>
    (await leaksTo(who, where, (question) => requestSurface(server.address, question, who))).join('\n');
  const toViewer = await leaks(viewer);
  const base = `/api/businesses/${place.business}`;
  for (const page of [`/${place.business}/payments`, `${base}/payments`, `${base}/payments/${place.payment}`])
    expect(toViewer).toContain(` ${page} shows viewer of ${riskMark}`);
  expect(toViewer).toContain(` ${base}/withdrawals shows viewer of ${place.case}`);
  const toFinance = await leaks(finance);
  expect(toFinance).toContain(` ${base}/payments/export shows finance of ${riskMark}`);
  expect(toFinance).toContain(`/payments/export?columns=`);
  // The search for the word finds it now, and the search for the other word does not.
  const search = (word: string) => requestSurface(server.address, `${base}/search?q=${word}`, viewer);
  const [one, other] = [await search(riskMark), await search(unmatchedText)];
  const words = [riskMark, unmatchedText];
  expect(difference(countWords(one.text, words, since), countWords(other.text, words, since))).not.toEqual(
    [],
  );
});
