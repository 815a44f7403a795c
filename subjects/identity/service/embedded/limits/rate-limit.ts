export interface RateLimit {
  count: number;
  windowMs: number;
}

/** `free` failures cost nothing; from then on each makes the next wait twice as long. */
export interface BackOff {
  free: number;
  firstMs: number;
  maxMs: number;
  /** How long a failure is remembered. */
  windowMs: number;
}

const MAX_KEYS = 20_000;
/** Twice as long each time, fewer than these reach any longest wait. */
const MAX_DOUBLINGS = 24;

/** What happened lately, by key. The keys that were quiet for longest give way when there are too many. */
class Events {
  private readonly byKey = new Map<string, number[]>();

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
    readonly now: () => number,
  ) {}

  recent(key: string): readonly number[] {
    const from = this.now() - this.windowMs;
    return (this.byKey.get(key) ?? []).filter((at) => at > from);
  }

  add(key: string): void {
    this.keep(key, [...this.recent(key), this.now()].slice(-this.most));
    const oldestKey = this.byKey.size > MAX_KEYS ? this.byKey.keys().next().value : undefined;
    if (oldestKey !== undefined) this.byKey.delete(oldestKey);
  }

  takeBack(key: string): void {
    this.keep(key, this.recent(key).slice(0, -1));
  }

  clear(key: string): void {
    this.byKey.delete(key);
  }

  private keep(key: string, events: readonly number[]): void {
    this.byKey.delete(key);
    if (events.length > 0) this.byKey.set(key, [...events]);
  }
}

const secondsUntil = (at: number, now: number): number => (at <= now ? 0 : Math.max(1, Math.ceil((at - now) / 1000)));

/** So many per key in a sliding window. */
export class RateCounter {
  private readonly events: Events;

  constructor(
    private readonly limit: RateLimit,
    now: () => number = Date.now,
  ) {
    this.events = new Events(limit.count, limit.windowMs, now);
  }

  /** Seconds until the key may try again; 0 when it may now. */
  waitS(key: string): number {
    const recent = this.events.recent(key);
    const oldest = recent[recent.length - this.limit.count];
    return oldest === undefined ? 0 : secondsUntil(oldest + this.limit.windowMs, this.events.now());
  }

  add(key: string): void {
    this.events.add(key);
  }
}

/** Failures by key, each of which makes the next try wait: slower and slower, never shut. */
export class FailureDelay {
  private readonly events: Events;

  constructor(
    private readonly limit: BackOff,
    now: () => number = Date.now,
  ) {
    this.events = new Events(limit.free + MAX_DOUBLINGS, limit.windowMs, now);
  }

  failures(key: string): number {
    return this.events.recent(key).length;
  }

  waitS(key: string): number {
    const { free, firstMs, maxMs } = this.limit;
    const recent = this.events.recent(key);
    const last = recent.at(-1);
    if (last === undefined || recent.length < free) return 0;
    return secondsUntil(last + Math.min(maxMs, firstMs * 2 ** (recent.length - free)), this.events.now());
  }

  add(key: string): void {
    this.events.add(key);
  }

  takeBack(key: string): void {
    this.events.takeBack(key);
  }

  clear(key: string): void {
    this.events.clear(key);
  }
}
