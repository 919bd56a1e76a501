import { Section } from '#components/shell/section.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import type { CasePack } from '#lib/reviews/schema/case.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** What an examiner compares a pack with: the hashes that the audit log has of its manifest and of its verifier. */
export function EvidencePacks({ packs }: { packs: readonly CasePack[] }) {
  return (
    <Section title="Evidence packs taken" count={packs.length}>
      <p className="pb-1 text-muted text-xs">
        <code className="font-mono">sha256sum manifest.json verify.mjs</code> prints the two numbers of a pack
        without running anything that came with it.
      </p>
      <ul className="flex flex-col">
        {packs.map((pack) => (
          <li key={pack.manifest} className="border-line border-t py-2 text-sm first:border-t-0">
            <span className="font-medium">{pack.person.name}</span>
            <span className="text-muted text-xs">
              {' · '}
              <Time at={inSeconds(pack.at)} />
            </span>
            <span className="block text-muted text-xs">
              manifest.json <Identifier value={pack.manifest} name="SHA-256 of manifest.json" />
            </span>
            {pack.verifier !== null && (
              <span className="block text-muted text-xs">
                verify.mjs <Identifier value={pack.verifier} name="SHA-256 of verify.mjs" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
