/** What messages bring on its way to be kept: in the order of its arrival, and nothing is acknowledged before it is. */
import type { Recording } from '#subjects/readings/service/ingest/index.ts';

/** A figure that a message brings, as a reading. */
export type Figure = Pick<Recording['reading'], 'at' | 'value' | 'spanS'>;

/** Figures on their way: those that wait, by their instant, and what is being kept now and next. */
export interface FigureQueue {
  readonly waiting: Map<number, Figure>;
  now: Promise<void>;
  next: Promise<void> | null;
}

export const emptyQueue = (): FigureQueue => ({ waiting: new Map(), now: Promise.resolve(), next: null });

/**
 * Keeps a channel's figures in the order of their arrival: one batch at a time, and what comes meanwhile with the next one, of each second the
 * newest. Resolves when `figure`, or what took its place, is committed.
 */
export const keepFigure = (
  queue: FigureQueue,
  figure: Figure,
  record: (figures: readonly Figure[]) => Promise<void>,
): Promise<void> => {
  queue.waiting.set(figure.at, figure);
  queue.next ??= queue.now
    .catch(() => {})
    .then(() => {
      const batch = [...queue.waiting.values()];
      queue.waiting.clear();
      queue.next = null;
      queue.now = record(batch);
      return queue.now;
    });
  return queue.next;
};
