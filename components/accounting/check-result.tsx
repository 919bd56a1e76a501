'use client';

import { SignedAmount } from '#components/money/amount-text.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import type { JournalCheck } from '#lib/accounting/schema.ts';
import { tAccounting } from '#lib/messages/accounting.ts';
import { tStatements } from '#lib/messages/statements.ts';
import { parseSum } from '#lib/values/signed.ts';

/** The result of a check: what the file would hold, and each entry that its program would refuse. */
export function CheckResult({ check, currency }: { check: JournalCheck; currency: string }) {
  const { entries, movements, change, problems, problemCount, leftOut } = check;
  return (
    <Banner
      tone={problemCount > 0 ? 'bad' : 'good'}
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
      {leftOut.map(({ line, count }) => (
        <p key={line}>
          {tAccounting('result.leftOut', { count, line: tStatements(`line.${line}`), n: String(count) })}
        </p>
      ))}
      {problems.length > 0 && (
        <ul className="list-disc ps-5">
          {problems.map(({ problem, entryId, value }) => (
            <li key={`${problem} ${entryId} ${value}`} className="break-words">
              {entryId === null
                ? tAccounting(`problem.${problem}`, { value })
                : tAccounting('result.entry', {
                    id: entryId,
                    problem: tAccounting(`problem.${problem}`, { value }),
                  })}
            </li>
          ))}
        </ul>
      )}
      {problemCount > problems.length && (
        <p>{tAccounting('result.more', { count: problemCount - problems.length })}</p>
      )}
    </Banner>
  );
}
