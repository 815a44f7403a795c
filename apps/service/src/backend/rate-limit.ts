export interface RateLimit {
  count: number;
  windowMs: number;
}

const MOST_KEYS = 20_000;

/** Counts events per key in a sliding window. Old keys give way when there are too many. */
export class RateCounter {
  private readonly events = new Map<string, number[]>();

  constructor(
    private readonly limit: RateLimit,
    private readonly now: () => number = Date.now,
  ) {}

  /** Seconds until the key may try again; 0 when it may now. */
  waitS(key: string): number {
    const recent = this.recent(key);
    const oldest = recent[recent.length - this.limit.count];
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + this.limit.windowMs - this.now()) / 1000));
  }

  add(key: string): void {
    const recent = this.recent(key);
    this.events.delete(key);
    this.events.set(key, [...recent, this.now()].slice(-this.limit.count));
    const oldestKey = this.events.size > MOST_KEYS ? this.events.keys().next().value : undefined;
    if (oldestKey !== undefined) this.events.delete(oldestKey);
  }

  clear(key: string): void {
    this.events.delete(key);
  }

  private recent(key: string): number[] {
    const from = this.now() - this.limit.windowMs;
    return (this.events.get(key) ?? []).filter((at) => at > from);
  }
}
