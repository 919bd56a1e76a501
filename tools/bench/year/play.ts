import type { PlainTransaction } from '#lib/database/statements.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  observeAnswer,
  observeCallback,
  observeCallbacks,
  observeNewAnswers,
  prepareCallback,
} from '#lib/observations/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { updateRollups } from '#lib/rollups/index.ts';
import {
  answerStatementProposal,
  proposeBasis,
  proposeOpening,
  readStatement,
  recordSettlement,
  removeSettlement,
  signClose,
} from '#lib/statements/index.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { proposeOpeningForm, recordSettlementForm } from '#lib/statements/schema.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { waitUntilTime } from '../wait-until.ts';
import type { YearEvent } from './events.ts';
import { createRandom, openMonth, yearMonths } from './events.ts';
import type { WrittenFile } from './files.ts';
import { createBooks } from './files.ts';
import type { PlayedYear } from './people.ts';
import type { Acts } from './second-program.ts';

type Act = { readonly at: number; readonly run: () => Promise<void> };
type Settlement = Acts['settlements'][number];

/** When a month is closed in the play: on the fifth day of the next one. */
const findCloseTime = (month: string): number =>
  Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 5, 10);

/** The position when the year begins. Only euros have one. */
const opening = { currency: 'EUR', amount: '1234.56789' };
/** With the mode "assumption set", callbacks count as credited from here on, so that some months were closed without. */
const declarationAt = Date.UTC(2026, 3, 20);

const reason = 'Checked with the service';

/** Plays what people do in a year, and returns it as a list. */
function createActs(year: PlayedYear) {
  const { businessId, people, mode, seed, currencies } = year;
  const books = createBooks(year);
  const random = createRandom(seed);
  const settlements: (Settlement & { removedAt: number | null })[] = [];
  const closes: Record<string, number> = {};
  const declared: { at: number | null } = { at: null };
  const approve = (kind: 'opening' | 'basis' | 'close', proposalId: string) =>
    answerStatementProposal(people.approver(), {
      ...{ businessId, proposalId, kind, comment: '', answer: 'approve' },
    });
  const acts: Act[] = [
    {
      at: Date.UTC(2025, 9, 31, 12),
      run: async () => {
        const form = { businessId, ...opening, day: '2025-11-01', evidence: 'The balance at the service' };
        const { proposalId } = await proposeOpening(people.preparer(), proposeOpeningForm.parse(form));
        await approve('opening', proposalId ?? '');
      },
    },
  ];
  if (mode === 'assumption set')
    acts.push({
      at: declarationAt,
      run: async () => {
        const form = { businessId, counts: true, reason };
        const { proposalId } = await proposeBasis(people.owner(), form);
        await approve('basis', proposalId);
        declared.at = Date.now();
      },
    });
  for (const [index, month] of yearMonths.entries()) {
    const closeAt = findCloseTime(month);
    // A further file holds the facts of the second half of a month.
    if (index % 3 === 1) acts.push({ at: closeAt - 20 * 86_400_000, run: () => books.writeEarly(month) });
    for (const currency of currencies) acts.push({ at: closeAt, run: () => close(currency, month) });
    acts.push({ at: closeAt, run: () => books.write(month) });
    // Some settlements are recorded after the close, and some are removed after it.
    for (const place of [0, 1]) {
      const isLate = (index + place) % 3 === 0;
      const at = isLate ? closeAt + 12 * 86_400_000 : closeAt - (20 - place) * 86_400_000;
      const isRemoved = (index + place) % 5 === 4;
      const amount = `${random(40_000) + 1}.${random(90) + 10}`;
      const day = `${month}-${place === 0 ? '01' : '28'}`;
      const removals: (() => Promise<void>)[] = [];
      acts.push({
        at,
        run: async () => {
          const form = { businessId, currency: 'EUR', day, amount, reference: `${month} ${place}` };
          const { lineId } = await recordSettlement(people.preparer(), recordSettlementForm.parse(form));
          const line = { id: lineId, currency: 'EUR', day, amount, at: Date.now(), removedAt: null };
          settlements.push(line);
          removals.push(async () => {
            await removeSettlement(people.preparer(), { businessId, lineId, reason });
            settlements[settlements.indexOf(line)] = { ...line, removedAt: Date.now() };
          });
        },
      });
      if (isRemoved)
        acts.push({
          at: closeAt + 25 * 86_400_000,
          run: async () => {
            for (const remove of removals) await remove();
          },
        });
    }
  }
  const close = async (currency: string, month: string): Promise<void> => {
    const period = parsePeriod(month);
    if (period === null) throw new Error(`no period: ${month}`);
    const { figuresHash, closing } = await readStatement(people.preparer(), businessId, {
      ...{ currency, period },
    });
    const reasons = Object.fromEntries(closing.checklist.map(({ item }) => [item, reason]));
    const form = { businessId, currency, period: month, seen: figuresHash, reasons };
    await approve('close', (await signClose(people.preparer(), form)).proposalId);
    closes[`${currency} ${month}`] = Date.now();
  };
  return {
    acts: acts.toSorted((one, other) => one.at - other.at),
    ...{ settlements, closes, declared, books },
  };
}

/** Messages that are received in one transaction. */
const atOnce = 400;

/** A message with the time at which the product receives it, in milliseconds. */
type Stamped = YearEvent & { readonly receivedAt: number };

/**
 * Stores when records changed as if messages on time had been folded at their own time. Otherwise all of them changed within the hour in
 * which the year is played, and each close would compare all of them with what was closed.
 */
async function backdate({ run }: PlainTransaction, businessId: BusinessId, events: readonly Stamped[]) {
  const times = new Map<string, Date>();
  for (const { recordId, at, receivedAt } of events)
    if (receivedAt === at * 1_000) times.set(recordId, new Date(receivedAt));
    else times.delete(recordId);
  for (const [table, id] of [
    ['deposit', 'deposit_id'],
    ['withdrawal', 'withdrawal_id'],
  ] as const)
    await run(
      `UPDATE ${table} AS record SET changed_at = folded.at FROM unnest($2::uuid[], $3::timestamptz[]) AS folded (id, at)
        WHERE record.business_id = $1::uuid AND record.${id} = folded.id`,
      [businessId, [...times.keys()], [...times.values()]],
    );
}

/** Receives messages as the product does. */
async function receive(businessId: BusinessId, events: readonly Stamped[]): Promise<void> {
  const encoder = new TextEncoder();
  const callbacks = events.flatMap(({ kind, receivedAt, write }) =>
    kind === 'read'
      ? []
      : [
          prepareCallback({
            ...{ businessId, kind, body: encoder.encode(write()), headers: {}, quiet: true },
            receivedAt: instant(receivedAt),
          }),
        ],
  );
  const answers = events.flatMap(({ kind, receivedAt, write }) =>
    kind === 'read'
      ? [
          {
            ...{ businessId, source: 'read' as const, body: encoder.encode(write()), quiet: true },
            startedAt: instant(receivedAt),
          },
        ]
      : [],
  );
  await inTransaction(
    async (transaction) => {
      const statements = toPlainTransaction(transaction);
      const observed = await observeCallbacks(statements, callbacks);
      for (const [index, callback] of callbacks.entries())
        if (observed[index] === null) await observeCallback(transaction, callback.observation);
      for (const answer of await observeNewAnswers(statements, answers)) {
        const { kind } = await observeAnswer(transaction, answer);
        if (kind !== 'observed') throw new Error('a read was refused');
      }
      await backdate(statements, businessId, events);
    },
    'read-committed',
    60_000,
  );
}

/** Returns true if the month of a message may be closed already, in any time zone. */
const isLate = ({ at, movedAt }: YearEvent): boolean =>
  at !== movedAt &&
  at * 1_000 >= findCloseTime(new Date((movedAt - 86_400) * 1_000).toISOString().slice(0, 7));

/**
 * Messages on time are received at their own time. Later ones are received now, because periods are closed now: the
 * database accepts no signature of another time. Each has a time of its own.
 */
function createStamps(): (event: YearEvent) => Stamped {
  let last = 0;
  return (event) => {
    if (!isLate(event)) return { ...event, receivedAt: event.at * 1_000 };
    last = Math.max(Date.now(), last + 1);
    return { ...event, receivedAt: last };
  };
}

/** Plays a year in the order of time: messages, and what people do between them. Returns what they did. */
export async function playYear(
  year: PlayedYear,
  say: (line: Readonly<Record<string, unknown>>) => void,
): Promise<{ readonly acts: Acts; readonly files: readonly WrittenFile[] }> {
  const { businessId, timeZone, mode, events } = year;
  const { acts, settlements, closes, declared, books } = createActs(year);
  const stamp = createStamps();
  const system = createContext({ kind: 'system', name: 'year' });
  /** Seconds so far. */
  const seconds = { receiving: 0, rollups: 0, acts: 0 };
  const measure = async <Result>(name: keyof typeof seconds, work: () => Promise<Result>): Promise<void> => {
    const begun = performance.now();
    await work();
    seconds[name] += (performance.now() - begun) / 1_000;
  };
  let sent = 0;
  const sendUntil = async (at: number): Promise<void> => {
    while (sent < events.length) {
      const next = events.slice(sent, sent + atOnce).filter((event) => event.at * 1_000 < at);
      if (next.length === 0) return;
      const stamped = next.map(stamp);
      await measure('receiving', () => receive(businessId, stamped));
      // Acts of people come after what they saw.
      await waitUntilTime(Math.max(...stamped.map(({ receivedAt }) => receivedAt)) + 1);
      sent += next.length;
    }
  };
  let updatedAt = 0;
  for (const { at, run } of acts) {
    await sendUntil(at);
    if (at > updatedAt) await measure('rollups', () => updateRollups(system, new AbortController().signal));
    updatedAt = at;
    await measure('acts', run);
    // The second program knows the order of acts and messages only by their times, so no two have the same time.
    await waitUntilTime(Date.now() + 1);
    say({ mode, at: new Date(at).toISOString(), messages: sent, ...seconds });
  }
  await sendUntil(Number.POSITIVE_INFINITY);
  await measure('acts', () => books.write(openMonth));
  return {
    acts: { timeZone, opening, settlements, closes, declaredAt: declared.at },
    files: books.files,
  };
}
