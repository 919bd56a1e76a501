/**
 * Loaded before a program whose clock is to be wrong: whatever asks for the time gets it CLOCK_SHIFT_SECONDS later
 * (or earlier, where that is negative). Waiting takes as long as ever.
 */
const shift = Number(process.env['CLOCK_SHIFT_SECONDS'] ?? '0') * 1_000;
const right = Date;
const now = () => right.now() + shift;

globalThis.Date = new Proxy(right, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
