/** Long work in small steps: an answer of a provider may be full of figures, and everybody else is served meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that stops wherever somebody else may go on. */
export type Steps<Result> = Generator<void, Result>;

export const toEnd = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

const turnMs = 5;
let lastTurn = Promise.resolve();

/** However much work there is at once, one turn of the loop does one piece of it. */
const waitForTurn = (): Promise<void> => {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
};

export const inTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  for (;;) {
    await waitForTurn();
    for (const begun = performance.now(); performance.now() - begun < turnMs; ) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
};
