/** Quietly says that no money is real here. */
export function SandboxMark() {
  return (
    <span
      title="The payment service is simulated: no money is real here."
      className="inline-flex h-5 items-center rounded-sm border border-attention-line border-dashed px-1.5 font-medium text-2xs text-attention"
    >
      Sandbox
    </span>
  );
}
