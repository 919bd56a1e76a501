import { expect, test } from '@playwright/test';
import { connectPatiently } from '#scripts/database/connect.ts';
import type { EmbeddedDatabase } from '#scripts/database/embedded.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
import { builtActions } from './crossing/built-routes.ts';
import { addDeskPast, addFileOfOldRights } from './crossing/case-history.ts';
import { actions } from './crossing/expected-actions.ts';
import { forgetDesk, guardedWords, unmarkedColumns } from './crossing/guarded.ts';
import { countWords, difference } from './crossing/hidden-words.ts';
import { migrate } from './crossing/migrate.ts';
import type { Place } from './crossing/places.ts';
import { makePlace, riskMark } from './crossing/places.ts';
import type { Principal } from './crossing/principals.ts';
import { makePerson, makePrincipals } from './crossing/principals.ts';
import { postForm } from './crossing/request.ts';
import type { Server } from './crossing/serve.ts';
import { remove, serve } from './crossing/serve.ts';
import { hear } from './crossing/stream.ts';
import type { SurfaceAnswer } from './crossing/surfaces.ts';
import { innocentWord, mapConcurrently, requestSurface, surfaces } from './crossing/surfaces.ts';

/**
 * Whoever is not of the desk learns no word of risk detail and nothing of cases: not by asking for the very words, not
 * from what differs once there are cases. Each check is shown to find what is leaked on purpose.
 */

const secret = 'a-secret-of-the-tipping-off-test-long-enough';
const folders: string[] = [];
let database: EmbeddedDatabase;
let server: Server;
let place: Place;
let guarded: readonly string[];
let outside: readonly Principal[];
let compliance: Principal;
/** When everything that is there was written. */
let since: number;
let client: Awaited<ReturnType<typeof connectPatiently>>;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test.beforeAll(async () => {
  const dataDir = await testFolder('tipping');
  folders.push(dataDir);
  database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  await migrate(database.url);
  client = await connectPatiently(database.url, 'DATABASE_URL');
  const creator = await makePerson(client, 'creator');
  place = await makePlace(client, creator);
  const elsewhere = await makePlace(client, creator);
  await addDeskPast(client, place, creator);
  guarded = await guardedWords(client, place);
  const principals = await makePrincipals(client, {
    business: place.business,
    elsewhere: elsewhere.business,
    secret,
  });
  await addFileOfOldRights(client, place, 'finance');
  const called = (name: string) => {
    const found = principals.find((one) => one.name === name);
    if (found === undefined) throw new Error(`nobody is called ${name}`);
    return found;
  };
  outside = [called('viewer'), called('finance')];
  compliance = called('compliance');
  since = Date.now();
  server = await serve(process.cwd(), { databaseUrl: database.url, secret });
});

test.afterAll(async () => {
  await server?.stop();
  await client?.end();
  await database?.stop();
  for (const folder of folders) await remove(folder);
});

/** Where somebody is told a guarded word that they had not named themselves. */
async function leaksTo(
  who: Principal,
  asked: ReturnType<typeof surfaces>,
  told: (question: string) => Promise<SurfaceAnswer>,
): Promise<readonly string[]> {
  const found = await mapConcurrently(asked, async ({ route, question }) => {
    const { text } = await told(question.path);
    return guarded
      .filter((word) => !question.path.includes(word) && text.includes(word))
      .map((word) => `${route} ${question.path} tells ${who.name} of ${word}`);
  });
  return found.flat();
}

/** What they were told while there was a desk. */
const before = new Map<string, SurfaceAnswer>();
const toldBefore = (who: Principal) => async (question: string) => {
  const key = `${who.name} ${question}`;
  const told = before.get(key) ?? (await requestSurface(server.address, question, who));
  before.set(key, told);
  return told;
};

test('the mark stands in every place where a word of the desk can stand', async () => {
  expect(await unmarkedColumns(client, place)).toEqual([]);
  expect(guarded.length).toBeGreaterThan(12);
  expect(guarded).toEqual(expect.arrayContaining([riskMark, place.case, place.file, place.rule]));
});

test('no answer to an act tells of it', async () => {
  const wrong: string[] = [];
  for (const { id, name } of builtActions()) {
    const listed = actions[name];
    if (listed === undefined) continue;
    for (const who of outside) {
      const input = JSON.stringify(listed.input(place));
      const { text } = await postForm(server.address, id, JSON.parse(input), who);
      const told = guarded.filter((word) => text.includes(word) && !input.includes(word));
      if (told.length > 0) wrong.push(`${name} tells ${who.name} of ${told.join(', ')}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no page, route, file or error tells anybody outside the desk of it', async () => {
  for (const who of outside) expect(await leaksTo(who, surfaces(place), toldBefore(who))).toEqual([]);
});

test('to ask for a word of the desk is answered as to ask for any other', async () => {
  // A PDF is another file each time: it names its moment, and its letters by numbers. Its own test reads it back.
  const twins = surfaces(place).filter(
    ({ question }) => question.twin !== null && !question.path.includes('/pdf?'),
  );
  expect(twins.length).toBeGreaterThan(100);
  for (const who of outside) {
    const wrong = await mapConcurrently(twins, async ({ question }) => {
      if (question.twin === null) return [];
      const [one, other] = [
        await toldBefore(who)(question.path),
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
    expect(wrong.flat()).toEqual([]);
  }
});

test('the stream names no case to them, and does to the desk', async () => {
  const url = `${server.address}/api/businesses/${place.business}/live`;
  const [first, ...others] = [...outside, compliance];
  if (first === undefined) throw new Error('nobody listens');
  const one = hear(url, first.cookie);
  await one.joined();
  const heard = [one, ...others.map((who) => hear(url, who.cookie))];
  for (const other of heard) await other.open();
  const tell = (t: readonly string[], i: readonly string[]) =>
    client.query(`SELECT pg_notify('countinghouse_live', $1)`, [JSON.stringify({ b: place.business, t, i })]);
  await tell(['reviews'], [place.case]);
  await tell(['reviews', 'deposits'], [place.case, place.deposit]);
  await tell(['payments'], [place.payment]);
  const texts = await Promise.all(heard.map((each) => each.until(place.payment)));
  const ofDesk = texts.pop();
  expect(ofDesk).toContain(place.case);
  expect(ofDesk).toContain('reviews');
  for (const text of texts) {
    expect(text.split('event: change').slice(1)).toHaveLength(2);
    for (const word of [...guarded, 'reviews']) expect(text).not.toContain(word);
  }
});

test('what they are told is the same once the desk is taken away', async () => {
  const asked = surfaces(place).filter(
    ({ question }) => question.twin === null && !/\/pdf(?:$|\?)/.test(question.path),
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
  await forgetDesk(client, place);
  for (const who of outside) {
    const wrong = await mapConcurrently(asked, async ({ question }) => {
      const then = await toldBefore(who)(question.path);
      const found = differs(then, await requestSurface(server.address, question.path, who));
      return found.length === 0 ? [] : [`${question.path} for ${who.name}: ${found.slice(0, 12).join(' ')}`];
    });
    expect(wrong.flat()).toEqual([]);
  }
  // That a hint would be found: the desk itself is told something else now.
  const deskAfter = await requestSurface(
    server.address,
    `/${place.business}/reviews?view=snoozed`,
    compliance,
  );
  expect(
    difference(countWords(deskBefore.text, [], since), countWords(deskAfter.text, [], since)),
  ).not.toEqual([]);
});

test('a leak that is planted is found', async () => {
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
    expect(toViewer).toContain(` ${page} tells viewer of ${riskMark}`);
  expect(toViewer).toContain(` ${base}/withdrawals tells viewer of ${place.case}`);
  const toFinance = await leaks(finance);
  expect(toFinance).toContain(` ${base}/payments/export tells finance of ${riskMark}`);
  expect(toFinance).toContain(`/payments/export?columns=`);
  // A search for the word finds it now, which a search for another word does not.
  const search = (word: string) => requestSurface(server.address, `${base}/search?q=${word}`, viewer);
  const [one, other] = [await search(riskMark), await search(innocentWord)];
  const words = [riskMark, innocentWord];
  expect(difference(countWords(one.text, words, since), countWords(other.text, words, since))).not.toEqual(
    [],
  );
});
