/** `/healthz`: the process is alive. `/readyz`: how each part of it does. */
import { type PartState, type Readiness, readLiveness, readReadiness } from '#catalogue/health.ts';
import type { Serve } from './serve.ts';

type Answer = PartState | boolean;

export interface Part {
  /** Without it nothing works: `/readyz` then answers 503. */
  readonly isNeeded: boolean;
  check(): Promise<Answer> | Answer;
}

export type Parts = Readonly<Record<string, Part>>;

const patienceMs = 2_000;
const slowMs = 1_000;

const stateOf = async (part: Part): Promise<PartState> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve('down'), patienceMs);
  });
  const begun = performance.now();
  try {
    const answer = await Promise.race([Promise.resolve().then(() => part.check()), late]);
    if (typeof answer === 'string') return answer;
    if (!answer) return 'down';
    return performance.now() - begun > slowMs ? 'slow' : 'up';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
};

export const readParts = async (parts: Parts): Promise<Readiness> => {
  const found = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => [name, await stateOf(part), part.isNeeded] as const),
  );
  return {
    status: found.every(([, state, isNeeded]) => !isNeeded || state !== 'down') ? 'ready' : 'not-ready',
    parts: Object.fromEntries(found.map(([name, state]) => [name, state])),
  };
};

/** `isDraining`: it works, and is about to end: whoever balances sends elsewhere from now on. */
export const healthRoutes = (serve: Serve, parts: Parts, isDraining: () => boolean = () => false): void => {
  serve(readLiveness, () => ({ status: 'up' as const }));
  serve(readReadiness, async ({ reply }) => {
    const found = await readParts(parts);
    const readiness: Readiness = isDraining() ? { ...found, status: 'not-ready' } : found;
    if (readiness.status === 'not-ready') reply.code(503);
    return readiness;
  });
};
