/**
 * Preloaded into a program to shift its clock by CLOCK_SHIFT_SECONDS, which may be negative. Timers are unchanged.
 */
const shift = Number(process.env['CLOCK_SHIFT_SECONDS'] ?? '0') * 1_000;
const right = Date;
const now = () => right.now() + shift;

globalThis.Date = new Proxy(right, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
