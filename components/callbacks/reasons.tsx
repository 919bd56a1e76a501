import type { OpenReason } from '#lib/callbacks/schema/message.ts';

/** What is wrong with a callback, field by field. */
export function Reasons({ reasons }: { reasons: readonly OpenReason[] }) {
  if (reasons.length === 0) return <p className="text-muted text-sm">Nothing is written down against it.</p>;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {reasons.map(({ path, problem }) => (
        <li key={`${path} ${problem}`} className="min-w-0 text-attention [overflow-wrap:anywhere]">
          {path === '' ? 'The content' : <code className="text-xs">{path}</code>} {problem}
        </li>
      ))}
    </ul>
  );
}
