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

/** The result of a check: what the file would hold, and what its program would refuse or it leaves out, by name. */
export function CheckResult({
  businessId,
  check,
  currency,
  base,
  isPending,
  onPage,
}: {
  businessId: string;
  check: JournalCheck;
  currency: string;
  /** The base currency of the books. */
  base: string;
  isPending: boolean;
  onPage: (page: number) => void;
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
            <li key={`${problem.problem} ${problem.entryId} ${problem.value}`} className="break-words">
              <ProblemText businessId={businessId} problem={problem} />
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
              <ProblemText businessId={businessId} problem={problem} />
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
      {pages > 1 && (
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
      )}
    </Banner>
  );
}

function ProblemText({
  businessId,
  problem: { problem, entryId, value },
}: {
  businessId: string;
  problem: JournalProblem;
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
  return entryId === null ? text : tAccounting('result.entry', { id: entryId, problem: text });
}
