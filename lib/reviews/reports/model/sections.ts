import { tReviewReport } from '#lib/messages/review-reports.ts';
import { isSentence } from '#lib/values/sentence.ts';

/**
 * The sections that a filed report needs, in their order. Each begins with its heading on a line of its own. A person
 * writes the narrative.
 */
const sections = [
  { heading: tReviewReport('subject'), isPrefix: true, isNarrative: false },
  { heading: tReviewReport('facts.heading'), isPrefix: false, isNarrative: false },
  { heading: tReviewReport('narrative'), isPrefix: false, isNarrative: true },
] as const;

type Section = (typeof sections)[number];

const isHeading = (line: string, { heading, isPrefix }: Section): boolean =>
  isPrefix ? line.trim().startsWith(heading) : line.trim() === heading;

/** Lists the headings of the required sections that a report lacks, or that have no text. A narrative needs a sentence. */
export function listMissingSections(narrative: string): readonly string[] {
  const lines = narrative.split('\n');
  return sections
    .filter((section) => {
      const start = lines.findIndex((line) => isHeading(line, section));
      if (start === -1) return true;
      const rest = lines.slice(start + 1);
      const end = rest.findIndex((line) => sections.some((other) => isHeading(line, other)));
      const text = (end === -1 ? rest : rest.slice(0, end)).join('\n');
      return section.isNarrative ? !isSentence(text) : text.trim() === '';
    })
    .map(({ heading }) => heading);
}

/** Returns a sentence that names the missing sections of a report, or null if it is complete. */
export function describeMissingSections(narrative: string): string | null {
  const missing = listMissingSections(narrative);
  return missing.length === 0
    ? null
    : tReviewReport('problem.missingSections', { count: missing.length, sections: missing.join('; ') });
}
