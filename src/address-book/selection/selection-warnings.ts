import type { SelectionEvent } from './selection-options.js';

const OPTIONS = ['include', 'exclude', 'names'] as const;

/** Counts what a selection could not do, for whoever reads the plan. */
export class SelectionWarnings {
  readonly #unused = { include: 0, exclude: 0, names: 0 };
  #notNormalized = 0;
  readonly #tell: ((event: SelectionEvent) => void) | undefined;

  /** @param tell - told of each event, too */
  constructor(tell: ((event: SelectionEvent) => void) | undefined) {
    this.#tell = tell;
  }

  readonly see = (event: SelectionEvent): void => {
    if (event.kind === 'unused') this.#unused[event.option] += 1;
    if (event.kind === 'not-normalized') this.#notNormalized += 1;
    this.#tell?.(event);
  };

  /** A sentence for each kind; no group is named in it. */
  all(): readonly string[] {
    const numbers = this.#notNormalized;
    return [
      ...OPTIONS.flatMap((option) => {
        const count = this.#unused[option];
        if (count === 0) return [];
        const what = option === 'names' ? 'name' : 'pattern';
        return [
          `${count} ${what}${count === 1 ? '' : 's'} of ${option} ${count === 1 ? 'fits' : 'fit'} no group of the source`,
        ];
      }),
      ...(numbers === 0 ? [] : [`numbers that the gateway does not send to stay as they are written: ${numbers}`]),
    ];
  }
}
