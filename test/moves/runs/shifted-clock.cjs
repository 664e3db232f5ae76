// A wall clock that is wrong, and steps while the process runs.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const stepMs = Number(process.env.CLOCK_STEP_MS ?? 0);
const stepAfterMs = Number(process.env.CLOCK_STEP_AFTER_MS ?? 1e12);
const Real = Date;
const begun = performance.now();
const now = () => Real.now() + shiftMs + (performance.now() - begun > stepAfterMs ? stepMs : 0);
globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
  static now() {
    return now();
  }
};
