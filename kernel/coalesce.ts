/** Gathers concurrent small requests into one statement: while one batch is at the database, the next one fills. */

export interface Coalescer<Item, Result> {
  /** Resolves with `item`'s own result when its batch is through; rejects with what the batch failed with. */
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly done: (result: Result) => void;
  readonly failed: (error: unknown) => void;
}

export interface CoalescerOptions<Item> {
  /** At most so many batches run at once. */
  readonly lanes: number;
  /** A batch takes items until `weigh` sums to `most`. */
  readonly most: number;
  readonly weigh: (item: Item) => number;
  /** Whether one item alone may be to blame: then each is run by itself, so that it does not spoil the others. */
  readonly blamesOne: (error: unknown) => boolean;
}

/** No batch waits longer for company; one of this share of what it may weigh not at all. */
const maxTurns = 4;
const enough = 1 / 20;

/** `run` gets the items of one batch, and gives a result for each. */
export const createCoalescer = <Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: CoalescerOptions<Item>,
): Coalescer<Item, Result> => {
  const queue: Waiting<Item, Result>[] = [];
  let running = 0;

  const weightOf = (waiting: readonly Waiting<Item, Result>[]): number =>
    waiting.reduce((sum, { item }) => sum + options.weigh(item), 0);

  const take = (): Waiting<Item, Result>[] => {
    let weight = 0;
    let count = 0;
    while (count < queue.length && (count === 0 || weight < options.most)) {
      weight += options.weigh((queue[count] as Waiting<Item, Result>).item);
      count += 1;
    }
    return queue.splice(0, count);
  };

  const finish = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map((one) => one.item));
      batch.forEach((one, i) => one.done(results[i] as Result));
    } catch (error) {
      if (batch.length > 1 && options.blamesOne(error)) for (const one of batch) await finish([one]);
      else for (const one of batch) one.failed(error);
    }
  };

  let gathering = false;

  /** Begins a batch once it is worth a statement of its own, or a turn of the event loop brought nothing more. */
  const gather = (turns: number, known: number): void => {
    if (turns < maxTurns && queue.length > known && weightOf(queue) < options.most * enough)
      setImmediate(gather, turns + 1, queue.length);
    else {
      gathering = false;
      void start();
    }
  };

  const next = (): void => {
    if (gathering || running >= options.lanes || queue.length === 0) return;
    gathering = true;
    queueMicrotask(() => gather(0, 0));
  };

  const start = async (): Promise<void> => {
    running += 1;
    const batch = take();
    next();
    await finish(batch);
    running -= 1;
    next();
  };

  return {
    add: (item) =>
      new Promise((done, failed) => {
        queue.push({ item, done, failed });
        next();
      }),
  };
};
