/**
 * Preloaded into a program to shift its clock by CLOCK_SHIFT_SECONDS, which may be negative. Timers are unchanged.
 */
const shift = Number(process.env['CLOCK_SHIFT_SECONDS'] ?? '0') * 1_000;
const right = Date;
const now = () => right.now() + shift;

globalThis.Date = new Proxy(right, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
