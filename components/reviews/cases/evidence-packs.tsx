import { Section } from '#components/shell/section.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import { tReviewCaseFiles } from '#lib/messages/review-details.ts';
import type { CasePack } from '#lib/reviews/cases/schema/case.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists the downloaded evidence packs with the audited hashes of each pack's manifest and verifier. */
export function EvidencePacks({ packs }: { packs: readonly CasePack[] }) {
  return (
    <Section title={tReviewCaseFiles('packs.title')} count={packs.length}>
      <p className="pb-1 text-muted text-xs">
        {tReviewCaseFiles.rich('packs.help', { code: (text) => <code className="font-mono">{text}</code> })}
      </p>
      <ul className="flex flex-col">
        {packs.map((pack) => (
          <li key={pack.manifest} className="border-line border-t py-2 text-sm first:border-t-0">
            <span className="font-medium">{pack.person.name}</span>
            <span className="text-muted text-xs">
              {' · '}
              <Time at={toUnixSeconds(pack.at)} />
            </span>
            <span className="block text-muted text-xs">
              {tReviewCaseFiles('packs.manifest')}{' '}
              <Identifier value={pack.manifest} name={tReviewCaseFiles('packs.manifestHash')} />
            </span>
            {pack.verifier !== null && (
              <span className="block text-muted text-xs">
                {tReviewCaseFiles('packs.verifier')}{' '}
                <Identifier value={pack.verifier} name={tReviewCaseFiles('packs.verifierHash')} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
