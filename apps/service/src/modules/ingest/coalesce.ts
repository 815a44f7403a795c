/** Gathers concurrent small requests into one commit: while one batch is being written, the next one fills. */

export interface Coalescer<Item> {
  /** Resolves when `item`'s batch is committed; rejects with what the batch failed with. */
  add(item: Item): Promise<void>;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly done: () => void;
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

/** `run` gets the items of one batch. */
export const createCoalescer = <Item>(
  run: (items: readonly Item[]) => Promise<void>,
  options: CoalescerOptions<Item>,
): Coalescer<Item> => {
  const queue: Waiting<Item>[] = [];
  let running = 0;

  const take = (): Waiting<Item>[] => {
    let weight = 0;
    let count = 0;
    while (count < queue.length && (count === 0 || weight < options.most)) {
      weight += options.weigh((queue[count] as Waiting<Item>).item);
      count += 1;
    }
    return queue.splice(0, count);
  };

  const finish = async (batch: readonly Waiting<Item>[]): Promise<void> => {
    try {
      await run(batch.map((one) => one.item));
      for (const one of batch) one.done();
    } catch (error) {
      if (batch.length > 1 && options.blamesOne(error)) for (const one of batch) await finish([one]);
      else for (const one of batch) one.failed(error);
    }
  };

  const start = async (): Promise<void> => {
    if (running >= options.lanes || queue.length === 0) return;
    running += 1;
    await finish(take());
    running -= 1;
    void start();
  };

  return {
    add: (item) =>
      new Promise((done, failed) => {
        queue.push({ item, done, failed });
        if (running < options.lanes) queueMicrotask(() => void start());
      }),
  };
};
