'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { changesSince, subjectsIn, toSubjectVersions } from '#lib/reviews/cases/model/subject-version.ts';
import { factWord } from '#lib/reviews/model.ts';
import type { CaseFact, CaseView } from '#lib/reviews/schema/case.ts';

const mostNamed = 5;

const isSame = (one: CaseFact, other: CaseFact) =>
  one.kind === other.kind &&
  one.of === other.of &&
  one.seenAt === other.seenAt &&
  one.endedAt === other.endedAt &&
  one.detail?.rule?.ruleId === other.detail?.rule?.ruleId;

/** What is otherwise now than on the picture that the server drew: of the service, and of the reasons. */
function changesBetween(opened: CaseView, now: CaseView): readonly string[] {
  const facts = now.facts
    .filter((fact) => !opened.facts.some((before) => isSame(fact, before)))
    .map(({ kind, endedAt }) => `${endedAt === null ? 'New reason' : 'No longer so'}: ${factWord(kind)}.`);
  return [...changesSince(subjectsIn(now), toSubjectVersions(opened)), ...facts];
}

/**
 * Says that what the case is about changed while the page was open, and what. The picture itself is drawn anew only
 * when asked, because each one is a view of risk detail; until then nothing is decided on what was not seen.
 */
export function ChangedMeanwhile({ opened, now }: { opened: CaseView; now: CaseView }) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const changes = changesBetween(opened, now);
  if (changes.length === 0) return null;
  return (
    <Banner
      tone="attention"
      title="Changed since you opened this page"
      action={
        <Button size="sm" isPending={isPending} onPress={() => start(() => router.refresh())}>
          Show it as it is now
        </Button>
      }
    >
      {changes.slice(0, mostNamed).map((change) => (
        <p key={change} className="wrap-anywhere">
          {change}
        </p>
      ))}
      {changes.length > mostNamed && <p>And {changes.length - mostNamed} more.</p>}
    </Banner>
  );
}
