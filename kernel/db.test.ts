import { describe, expect, test } from 'vitest';
import { createCoalescer } from './db.ts';

/** A writer whose batches end when the test says so. */
const openWriter = (options: Partial<Parameters<typeof createCoalescer<number, string>>[1]> = {}) => {
  const batches: { items: readonly number[]; commit: () => void; fail: (error: Error) => void }[] = [];
  const coalescer = createCoalescer<number, string>(
    (items) =>
      new Promise((resolve, fail) =>
        batches.push({ items, commit: () => resolve(items.map((item) => `done ${item}`)), fail }),
      ),
    { lanes: 1, most: 10, weigh: () => 1, blamesOne: () => false, ...options },
  );
  const settled = async (count: number) => expect.poll(() => batches.length).toBe(count);
  return {
    batches,
    add: (item: number) => coalescer.add(item),
    items: () => batches.map((batch) => batch.items),
    settled,
  };
};

describe('while one batch is written, the next one fills', () => {
  test('items keep their order, and each is done when its own batch is', async () => {
    const { batches, add, items, settled } = openWriter();
    const done: number[] = [];
    const all = [1, 2, 3, 4].map((item) => add(item).then(() => done.push(item)));
    await settled(1);
    all.push(...[5, 6].map((item) => add(item).then(() => done.push(item))));
    expect(items()).toEqual([[1, 2, 3, 4]]);
    expect(done).toEqual([]);
    batches[0]?.commit();
    await settled(2);
    expect(done).toEqual([1, 2, 3, 4]);
    expect(items()[1]).toEqual([5, 6]);
    batches[1]?.commit();
    await Promise.all(all);
    expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('what arrives within a few turns of the event loop goes together; who comes without end holds nobody up', async () => {
    const { add, items, settled } = openWriter({ most: 1000 });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    void add(1);
    await turn();
    void add(2);
    await settled(1);
    expect(items()).toEqual([[1, 2]]);
    const endless = openWriter({ most: 1000 });
    for (let item = 1; endless.batches.length === 0 && item < 100; item += 1) {
      void endless.add(item);
      await turn();
    }
    expect(endless.items()[0]?.length).toBeLessThan(10);
  });

  test('what is worth a statement of its own waits for nobody', async () => {
    const { add, items, settled } = openWriter({ most: 100, weigh: (item) => item });
    void add(50);
    await Promise.resolve();
    void add(1);
    await settled(1);
    expect(items()).toEqual([[50]]);
  });

  test('a batch takes no more than it may weigh, and one heavy item all the same', async () => {
    const { batches, add, items, settled } = openWriter({ weigh: (item) => item, most: 10 });
    const all = [4, 4, 4, 50, 1].map(add);
    for (let count = 1; count <= 3; count += 1) {
      await settled(count);
      batches[count - 1]?.commit();
    }
    await Promise.all(all);
    expect(items()).toEqual([[4, 4, 4], [50], [1]]);
  });

  test('no more batches run at once than there are lanes, and a free lane is taken', async () => {
    const { batches, add, items, settled } = openWriter({ lanes: 2, most: 1 });
    const all = [1, 2, 3].map(add);
    await settled(2);
    batches[1]?.commit();
    await settled(3);
    expect(items()).toEqual([[1], [2], [3]]);
    batches[0]?.commit();
    batches[2]?.commit();
    await Promise.all(all);
  });
});

describe('a batch that fails', () => {
  test('fails for its own items alone; the next one runs', async () => {
    const { batches, add, settled } = openWriter({ most: 2 });
    const all = [1, 2, 3].map((item) =>
      add(item).then(
        (result) => result,
        (error: Error) => error.message,
      ),
    );
    await settled(1);
    batches[0]?.fail(new Error('away'));
    await settled(2);
    batches[1]?.commit();
    expect(await Promise.all(all)).toEqual(['away', 'away', 'done 3']);
  });

  test('is taken apart when one item may be to blame: the others are written', async () => {
    const written: number[] = [];
    const coalescer = createCoalescer<number, number>(
      async (items) => {
        if (items.includes(13)) throw new Error('out of range');
        written.push(...items);
        return items;
      },
      { lanes: 1, most: 10, weigh: () => 1, blamesOne: () => true },
    );
    const outcomes = await Promise.allSettled([7, 13, 21].map((item) => coalescer.add(item)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(written).toEqual([7, 21]);
  });
});
