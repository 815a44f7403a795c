/** The rules of a home as its people see and set them, and what one would have told in the last year. */
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { NoticeKind } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { askReplay, changeRule, readRules, ruleKinds, type RuleState } from '../contract/rules.ts';
import { rules } from '../domain/rules/index.ts';
import { cautionOf } from '../domain/rules/tell-findings.ts';
import { type ReplayedEvent, replayRule } from '../domain/rules/replay.ts';
import { readHomeLook } from './home-look.ts';

interface StoredRules {
  readonly household: string;
  readonly settings: readonly { kind: NoticeKind; is_on: boolean; normal: number }[];
  readonly told: readonly { kind: NoticeKind; times: number; is_open: boolean; last_at: string; dismissed: number }[];
  readonly replays: readonly {
    kind: NoticeKind;
    doneAt: string | null;
    beginsOn: string | null;
    found: ReplayedEvent[] | null;
  }[];
}

const stateOf = (kind: NoticeKind, stored: StoredRules): RuleState => {
  const of = <T extends { kind: NoticeKind }>(rows: readonly T[]): T | undefined =>
    rows.find((row) => row.kind === kind);
  const [set, told, replay] = [of(stored.settings), of(stored.told), of(stored.replays)];
  return {
    kind,
    isOn: set?.is_on ?? true,
    isOpen: told?.is_open ?? false,
    times: told?.times ?? 0,
    lastAt: told?.last_at ?? null,
    dismissed: told?.dismissed ?? 0,
    normal: set?.normal ?? 0,
    caution: cautionOf(set?.normal ?? 0),
    replay:
      replay === undefined
        ? null
        : {
            state: replay.doneAt === null ? 'waiting' : 'done',
            beginsOn: replay.beginsOn,
            found: (replay.found ?? []).map((event) => ({ ...event, figures: { ...event.figures } })),
          },
    hasReplay: rules.some((rule) => rule.kind === kind),
  };
};

export const rulesRoutes = (
  app: FastifyInstance,
  { sql, authenticate }: { sql: Sql; authenticate: Authenticate },
): void => {
  const serve = createServe(app, authenticate);
  const refused = () => new ProblemError('forbidden', 'For a household that you may change.');

  serve(readRules, async ({ person, query }) => {
    const [row] = await sql<{ stored: StoredRules | null }[]>`
      select private.read_rules(${person.sub}, ${query.household ?? null}) as stored`;
    if (!row?.stored) throw new ProblemError('forbidden', 'For a household that you are in.');
    const { stored } = row;
    return { household: stored.household, rules: ruleKinds.map((kind) => stateOf(kind, stored)) };
  });

  serve(changeRule, async ({ person, params, query, body }) => {
    const [row] = await sql<{ home: string | null }[]>`
      select private.set_rule(${person.sub}, ${query.household ?? null}, ${params.kind}, ${body.isOn ?? null},
        ${body.forgive ?? false}) as home`;
    if (!row?.home) throw refused();
  });

  serve(askReplay, async ({ person, params, query }) => {
    if (!rules.some(({ kind }) => kind === params.kind))
      throw new ProblemError('not-found', 'It does not look once a day.');
    const [row] = await sql<{ home: string | null }[]>`
      select private.ask_replay(${person.sub}, ${query.household ?? null}, ${params.kind}) as home`;
    if (!row?.home) throw refused();
  });
};

const dayS = 86_400;
const yearDays = 365;
const dayText = (day: number): string => new Date(day * dayS * 1000).toISOString().slice(0, 10);

/** Works out one that was asked for; false: none was. Others have their turn after each day. */
export const runReplay = (sql: Sql, now: number, signal?: AbortSignal): Promise<boolean> =>
  sql.begin(async (tx) => {
    const [asked] = await tx<{ household_id: string; kind: NoticeKind }[]>`select * from private.next_replay()`;
    const rule = rules.find(({ kind }) => kind === asked?.kind);
    if (asked === undefined) return false;
    const today = Math.floor(now / dayS);
    const found: ReplayedEvent[] = [];
    let begins: number | null = null;
    if (rule !== undefined) {
      const home = await readHomeLook(tx, asked.household_id, today - yearDays - rule.days, today);
      const known = home.meters.flatMap(({ used }) => {
        const first = used.findIndex((one) => !Number.isNaN(one));
        return first === -1 ? [] : [Math.floor(first / home.perDay)];
      });
      if (known.length > 0) {
        begins = home.firstDay + Math.min(...known);
        for await (const event of replayRule(rule, home, Math.max(begins, today - yearDays), setImmediate)) {
          signal?.throwIfAborted();
          found.push(event);
        }
      }
    }
    const beginsOn = begins === null ? null : dayText(Math.max(begins, today - yearDays));
    await tx`select private.write_replay(${asked.household_id}, ${asked.kind}, ${beginsOn}::date, ${tx.json(found as unknown as Parameters<typeof tx.json>[0])})`;
    return true;
  });
