import { tShell } from '#lib/messages/shell.ts';

/** Shows that the service is the sandbox. */
export function SandboxMark() {
  return (
    <span
      aria-description={tShell('sandbox.hint')}
      className="inline-flex h-5 items-center rounded-sm border border-attention-line border-dashed px-1.5 font-medium text-2xs text-attention"
    >
      {tShell('sandbox.label')}
    </span>
  );
}
