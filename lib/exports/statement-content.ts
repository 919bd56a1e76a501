import 'server-only';
import { tAllStatements, tStatementFiles, tStatements } from '#lib/messages/statements.ts';
import type { StatementFigures, StatementView } from '#lib/statements/schema.ts';
import type { AllStatementsView } from '#lib/statements/schema-all.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { DocumentContent, DocumentRow } from './pdf/document.ts';
import { listRefundLines, listStatementNotes } from './statement-notes.ts';

const showMoney = (amount: SignedAmount | null, currency: string, unknown: string): string =>
  amount === null ? unknown : tStatementFiles('money', { amount, currency });

const showRecords = (count: number): string =>
  tStatementFiles('ofRecords', { count, records: count.toLocaleString('en') });

const listRefundRows = (figures: StatementFigures): readonly DocumentRow[] =>
  listRefundLines(figures).map(({ label, count, amount, coin, hasAmount }) => ({
    label,
    value: hasAmount ? showMoney(amount, coin, tStatementFiles('unknown')) : '',
    source: count === null ? '' : showRecords(count),
  }));

/** Describes a statement for a PDF, with every digit. */
export function createStatementContent(
  view: StatementView,
  { businessName, person, time, at }: { businessName: string; person: string; time: string; at: number },
): DocumentContent {
  const { figures, period, closed, before, yearBefore } = view;
  const { currency, timeZone: zone, beginsAt, endsAt } = figures;
  const unknown = tStatementFiles('unknown');
  const row = (label: string, amount: SignedAmount | null, source = '', none = unknown): DocumentRow => ({
    label,
    source,
    value: showMoney(amount, currency, none),
  });
  const noOpening = tStatementFiles('noOpening');
  const refunds = listRefundRows(figures);
  const shown = figures.lines.filter(({ count }) => count > 0);
  const proofs = view.proofs.map(({ name, state, difference }) => ({
    label: tStatements(`proofs.${name}`),
    value: tStatements(`proofs.${state}`),
    source: difference === null ? '' : showMoney(difference, currency, ''),
  }));
  return {
    title: tStatementFiles('title', { period: period.text, currency }),
    lead: [
      businessName,
      tStatementFiles('days', { from: period.from, to: period.to, zone }),
      tStatementFiles('bounds', { from: beginsAt, to: endsAt }),
      closed === null
        ? tStatementFiles('open')
        : tStatementFiles('closed', {
            number: String(closed.number),
            revision: String(closed.revision),
            signedBy: closed.signedBy,
            approvedBy: closed.approvedBy,
          }),
    ],
    parts: [
      {
        title: tStatementFiles('position'),
        rows: [
          row(tStatements('line.opening'), figures.opening, '', noOpening),
          ...shown.map(({ name, count, amount }) =>
            row(tStatements(`line.${name}`), amount, showRecords(count)),
          ),
          row(tStatements('change'), figures.change),
          row(tStatements('line.closing'), figures.closing, '', noOpening),
        ],
      },
      {
        title: tStatements('memo.title'),
        rows: figures.memo.map(({ name, amount, known }) =>
          row(tStatements(`memo.${name}`), amount, showRecords(known)),
        ),
      },
      ...(refunds.length === 0 ? [] : [{ title: tStatementFiles('refunds'), rows: refunds }]),
      { title: tStatements('proofs.title'), rows: proofs },
      {
        title: tStatementFiles('before'),
        rows: [
          row(tStatementFiles('changeBefore'), before.change),
          row(tStatementFiles('changeYearBefore'), yearBefore.change),
        ],
      },
    ],
    notes: listStatementNotes(figures),
    foot: tStatementFiles('foot', { person, time }),
    at,
  };
}

/** Describes the statements of all businesses for a PDF: a part for each statement, and nothing added across businesses. */
export function createAllStatementsContent(
  { period, sections }: AllStatementsView,
  { person, time, at }: { person: string; time: string; at: number },
): DocumentContent {
  const unknown = tStatementFiles('unknown');
  const noOpening = tStatementFiles('noOpening');
  return {
    title: tStatementFiles('allTitle', { period: period.text }),
    lead: [tAllStatements('description')],
    parts: sections.flatMap(({ name, timeZone: zone, statements }) =>
      statements.length === 0
        ? [{ title: name, rows: [{ label: tStatementFiles('noMovements'), value: '', source: '' }] }]
        : statements.map(({ figures, isClosed }) => {
            const { currency, from, to, beginsAt, endsAt } = figures;
            const row = (label: string, amount: SignedAmount | null, source = '', none = unknown) => ({
              label,
              source,
              value: showMoney(amount, currency, none),
            });
            return {
              title: tStatementFiles('statementOf', { business: name, currency }),
              rows: [
                {
                  label: tStatementFiles('daysLabel'),
                  value: tStatementFiles('days', { from, to, zone }),
                  source: '',
                },
                {
                  label: tStatementFiles('state'),
                  value: tStatementFiles(isClosed ? 'isClosed' : 'open'),
                  source: '',
                },
                {
                  label: tStatementFiles('boundsLabel'),
                  value: tStatementFiles('boundsOf', { from: beginsAt, to: endsAt }),
                  source: '',
                },
                row(tStatements('line.opening'), figures.opening, '', noOpening),
                ...figures.lines
                  .filter(({ count }) => count > 0)
                  .map((line) => row(tStatements(`line.${line.name}`), line.amount, showRecords(line.count))),
                row(tStatements('change'), figures.change),
                row(tStatements('line.closing'), figures.closing, '', noOpening),
                ...listRefundRows(figures).map(({ label, ...rest }) => ({
                  label: tStatementFiles('refundOf', { label }),
                  ...rest,
                })),
                ...listStatementNotes(figures).map((value) => ({
                  label: tStatementFiles('notes'),
                  value,
                  source: '',
                })),
              ],
            };
          }),
    ),
    notes: [],
    foot: tStatementFiles('foot', { person, time }),
    at,
  };
}
