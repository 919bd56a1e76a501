'use client';

import { SignedAmount } from '#components/money/amount-text.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { accountRoles } from '#lib/accounting/model/journal.ts';
import type { JournalProblem } from '#lib/accounting/model/targets.ts';
import type { JournalCheck } from '#lib/accounting/schema.ts';
import { tAccounting } from '#lib/messages/accounting.ts';
import { tStatements } from '#lib/messages/statements.ts';
import { parseSum } from '#lib/values/signed.ts';

/** The problem whose entries are listed. */
export type ShownProblem = { readonly group: string; readonly page: number } | null;

/** The result of a check: what the file would hold, and what its program would refuse or it leaves out, by name. */
export function CheckResult({
  businessId,
  check,
  currency,
  base,
  isPending,
  onPage,
  onShow,
}: {
  businessId: string;
  check: JournalCheck;
  currency: string;
  /** The base currency of the books. */
  base: string;
  isPending: boolean;
  onPage: (page: number) => void;
  /** Lists the entries of a problem. */
  onShow: (shown: ShownProblem) => void;
}) {
  const { entries, files, movements, change, problems, problemCount, refused, refusedCount } = check;
  const { leftOut, leftOutRecords, page, pages } = check;
  return (
    <Banner
      tone={problemCount > 0 ? 'bad' : refusedCount > 0 ? 'attention' : 'good'}
      title={
        problemCount > 0
          ? tAccounting('result.refused', { count: problemCount })
          : tAccounting('result.good', { count: entries })
      }
    >
      <p>
        {tAccounting.rich('result.summary', {
          movements: () => <LocaleNumber value={movements} />,
          change: () => <SignedAmount amount={parseSum(change)} currency={currency} />,
        })}
      </p>
      {files > 1 && <p>{tAccounting('result.files', { count: String(files) })}</p>}
      {problems.length > 0 && (
        <ul className="list-disc ps-5">
          {problems.map((problem) => (
            <li key={`${problem.problem} ${problem.value}`} className="break-words">
              <ProblemText businessId={businessId} problem={problem} count={problem.count} />
              {problem.count > 1 && (
                <ProblemEntries
                  group={`${problem.problem} ${problem.value}`}
                  shown={check.shown}
                  isPending={isPending}
                  onShow={onShow}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {refusedCount > 0 && (
        <p>{tAccounting('result.withoutRate', { count: refusedCount, n: String(refusedCount), base })}</p>
      )}
      {refused.length > 0 && (
        <ul className="list-disc ps-5">
          {refused.map((problem) => (
            <li key={problem.entryId} className="break-words">
              <ProblemText businessId={businessId} problem={problem} count={1} />
            </li>
          ))}
        </ul>
      )}
      {leftOut.map(({ line, count }) => (
        <p key={line}>
          {tAccounting('result.leftOut', { count, line: tStatements(`line.${line}`), n: String(count) })}
        </p>
      ))}
      {leftOutRecords.length > 0 && (
        <ul className="list-disc ps-5">
          {leftOutRecords.map(({ line, kind, recordId }) => (
            <li key={`${kind} ${recordId}`} className="break-words">
              <TextLink
                prefetch={false}
                href={`/${businessId}/${kind}s/${recordId}`}
                className="font-mono text-xs"
              >
                {recordId}
              </TextLink>{' '}
              {tStatements(`line.${line}`)}
            </li>
          ))}
        </ul>
      )}
      <Pages page={page} pages={pages} isPending={isPending} onPage={onPage} />
    </Banner>
  );
}

function Pages({
  page,
  pages,
  isPending,
  onPage,
}: {
  page: number;
  pages: number;
  isPending: boolean;
  onPage: (page: number) => void;
}) {
  if (pages < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span>{tAccounting('result.page', { page: String(page + 1), pages: String(pages) })}</span>
      {page > 0 && (
        <Button size="sm" isPending={isPending} onPress={() => onPage(page - 1)}>
          {tAccounting('result.previous')}
        </Button>
      )}
      {page + 1 < pages && (
        <Button size="sm" isPending={isPending} onPress={() => onPage(page + 1)}>
          {tAccounting('result.next')}
        </Button>
      )}
    </div>
  );
}

/** The entries of a problem, page by page, once a person opens them. */
function ProblemEntries({
  group,
  shown,
  isPending,
  onShow,
}: {
  group: string;
  shown: JournalCheck['shown'];
  isPending: boolean;
  onShow: (shown: ShownProblem) => void;
}) {
  const isShown = shown?.group === group;
  return (
    <>
      {' '}
      <Button
        size="sm"
        variant="quiet"
        isPending={isPending}
        onPress={() => onShow(isShown ? null : { group, page: 0 })}
      >
        {tAccounting(isShown ? 'result.hideEntries' : 'result.showEntries')}
      </Button>
      {isShown && (
        <>
          <ul className="list-disc ps-5 font-mono text-xs">
            {shown.entryIds.map((id) => (
              <li key={id} className="break-words">
                {id}
              </li>
            ))}
          </ul>
          <Pages
            page={shown.page}
            pages={shown.pages}
            isPending={isPending}
            onPage={(page) => onShow({ group, page })}
          />
        </>
      )}
    </>
  );
}

function ProblemText({
  businessId,
  problem: { problem, entryId, value },
  count,
}: {
  businessId: string;
  problem: JournalProblem;
  /** The number of entries that have the problem. */
  count: number;
}) {
  // An account that is not set has no name of its own, so it is named by what it is for.
  const role = problem === 'account' ? accountRoles.find((one) => one === value) : undefined;
  const text = tAccounting(`problem.${problem}`, {
    value: role === undefined ? value : tAccounting(`role.${role}`),
  });
  if (problem === 'grossUnknown')
    return (
      <>
        {text}{' '}
        <TextLink prefetch={false} href={`/${businessId}/deposits/${value}`}>
          {tAccounting('result.openDeposit')}
        </TextLink>
      </>
    );
  if (count > 1) return tAccounting('result.entries', { count, problem: text });
  return entryId === null ? text : tAccounting('result.entry', { id: entryId, problem: text });
}
