import type { OpenReason } from '#lib/callbacks/schema/message.ts';
import { tCallbackPage } from '#lib/messages/callbacks.ts';

/** Lists the reasons against a callback, field by field. */
export function Reasons({ reasons }: { reasons: readonly OpenReason[] }) {
  if (reasons.length === 0) return <p className="text-muted text-sm">{tCallbackPage('reasons.none')}</p>;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {reasons.map(({ path, problem }) => (
        <li key={`${path} ${problem}`} className="min-w-0 text-attention [overflow-wrap:anywhere]">
          {path === '' ? tCallbackPage('reasons.content') : <code className="text-xs">{path}</code>} {problem}
        </li>
      ))}
    </ul>
  );
}
