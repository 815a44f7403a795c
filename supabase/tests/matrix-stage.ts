/** The people of the matrix of roles, a row of each table for them to try, and what trying is. */
import type { Sql, Transaction } from '#kernel/db.ts';
import type { TestDatabase } from '#kernel/postgres/testing.ts';
import { type Character, openStory, type Story } from './household-story.ts';
import { type OneOfEach, seedOneOfEach } from './one-of-each.ts';
import type { Line, Role } from './role-matrix.ts';

type Values = Readonly<Record<string, unknown>>;
export type Verb = 'r' | 'i' | 'u' | 'd';
export const verbs: readonly Verb[] = ['r', 'i', 'u', 'd'];

export interface MatrixStage {
  readonly story: Story;
  /** All but the visitor. */
  readonly people: ReadonlyMap<Role, Character>;
  /** Which row a line is of: those of the household, or of its owner. */
  targetOf(line: Line): Values;
  /** A row that may stand beside the one that is there. Tables that nobody adds to have none. */
  another(line: Line, role: Role): Values | undefined;
  /** Those that somebody may change first, then those that may be read. */
  columnsOf(table: string): Promise<string[]>;
  end(): Promise<void>;
}

export const quoted = (table: string): string => (table.includes('.') ? table : `public.${table}`);

/** What is changed, where it is not enough to write down again what is there. */
export const changes: Readonly<Record<string, Values>> = {
  'connected_devices/kitchen': { is_active: false },
  'connected_devices/bedroom': { is_active: false },
  'connected_devices/moved': { room: 'hall' },
  connected_devices: { name: 'Other' },
  ingest_tokens: { revoked_at: '2026-01-01T00:00:00Z' },
  notices: { dismissed_at: '2026-01-01T00:00:00Z' },
  notices_seen: { seen_until: '2026-01-01T00:00:00Z' },
  notice_ways: { label: 'Tablet' },
  notice_wishes: { is_wanted: true },
  notice_quiet_hours: { starts: '23:00' },
  imports: { may_be_early: false },
  'storage.objects': { metadata: { size: 20 } },
};

/** Rows that belong to no household; everybody's of these are looked at. */
const ofNobody = /^(administrators|account_endings|market_|community_|contact_messages|faq_)/;

const targetOf = ({ name, table }: Line, household: string, owner: string, home: OneOfEach): Values => {
  const device = name.endsWith('/bedroom') ? home.bedroom : home.kitchen;
  if (table === 'connected_devices') return { id: device };
  if (table === 'device_schedules' || table === 'device_rooms') return { device_id: device };
  if (table === 'households') return { id: household };
  if (table === 'storage.objects') return { name: `${household}/a.pdf` };
  if (/^(profiles|notice_(ways|wishes|quiet_hours))$/.test(table)) return { user_id: owner };
  return ofNobody.test(table) ? {} : { household_id: household };
};

const another = ({ name, table }: Line, household_id: string, by: string, home: OneOfEach): Values | undefined => {
  const device_id = name.endsWith('/bedroom') ? home.bedroom : home.kitchen;
  const rows: Record<string, Values> = {
    connected_devices: { household_id, user_id: by, name: 'New', room: name.split('/')[1] ?? '', utility: 'water' },
    device_rooms: { household_id, device_id, room: name.endsWith('/bedroom') ? 'hall' : 'kitchen', since: null },
    places: { household_id, name: 'hall', inside: 'Ground floor' },
    device_schedules: { household_id, device_id, is_on: false, minute: 5 },
    meter_parents: { household_id, meter_id: home.kitchenMeter, parent_meter_id: null, since: null },
    meters: {
      household_id,
      device_id: home.kitchen,
      utility: 'electricity',
      flow: 'returned',
      key: 'new-one',
      max_per_hour: 1000,
    },
    notices_seen: { household_id, user_id: by, seen_until: '2026-01-01T00:00:00Z' },
    home_absences: { household_id, starts: '2026-02-01', ends: '2026-02-08' },
    home_changes: { household_id, name: 'New flapper', utility: 'water', day: '2026-02-01' },
    notice_wishes: { user_id: by, way: 'push', kind_group: 'water', is_wanted: false },
    notice_quiet_hours: { user_id: by, starts: '22:00', ends: '07:00' },
    budgets: { household_id, utility: 'water', amount: 5 },
    payment_ways: { household_id, utility: 'water', valid_from: '2026-02-01', kind: 'prepaid', currency: 'EUR' },
    payment_entries: { household_id, utility: 'water', day: '2026-02-01', kind: 'top-up', amount: 5, currency: 'EUR' },
    energy_factors: { household_id, utility: 'water', valid_from: '2026-02-01', kwh_per_m3: 10.5 },
    emission_factors: {
      household_id,
      utility: 'electricity',
      valid_from: '2026-02-01',
      g_per_unit: 180,
      reference: 'Ember',
    },
    cost_policies: { household_id, fixed: 'evenly' },
    billing_cycles: { household_id, kind: 'dates', month_days: '{02-05}' },
    utility_bills: {
      household_id,
      utility: 'water',
      period_start: '2026-03-01',
      period_end: '2026-04-01',
      currency: 'EUR',
      total: 5,
    },
    faq_entries: { category: 'basics', question: { en: 'Which?' }, answer: { en: 'That one.' } },
    'storage.objects': { bucket_id: 'bills', name: `${household_id}/b.pdf`, metadata: { size: 10 } },
  };
  return rows[table];
};

/** The people by their roles, four of them new. */
const gather = async (story: Story): Promise<Record<Exclude<Role, 'visitor'>, Character>> => {
  const { truth, household } = story;
  const people = {
    stranger: story.dan,
    guest: await story.person(),
    viewer: story.cleo,
    switcher: await story.person(),
    member: story.ben,
    limited: await story.person(),
    owner: story.ada,
    administrator: await story.person(),
  };
  const { guest, switcher, limited } = people;
  await truth`insert into household_members (household_id, user_id, role, switch_rooms) values
    (${household}, ${switcher.id}, 'viewer', '{kitchen}'), (${household}, ${limited.id}, 'member', '{kitchen}')`;
  await truth`update profiles set is_guest = true where user_id = ${guest.id}`;
  await truth`update households set kind = 'guest' where id = ${guest.home.household}`;
  return people;
};

export const openMatrix = async (given?: TestDatabase): Promise<MatrixStage> => {
  const story = await openStory(given);
  const { truth, household } = story;
  const found = await gather(story);
  const people = new Map(Object.entries(found) as [Role, Character][]);
  const [owner, administrator] = [found.owner.id, found.administrator.id];
  const home = await seedOneOfEach(truth, { household, owner, administrator });
  return {
    story,
    people,
    targetOf: (line) => targetOf(line, household, owner, home),
    another: (line, role) => another(line, household, people.get(role)?.id ?? owner, home),
    columnsOf: async (table) => {
      const rows = await truth<{ name: string }[]>`
        select attname as name from pg_attribute
        where attrelid = ${quoted(table)}::regclass and attnum > 0 and not attisdropped and attidentity = ''
        order by not has_column_privilege('authenticated', attrelid, attnum, 'update'),
          not has_column_privilege('authenticated', attrelid, attnum, 'select'), attnum`;
      return rows.map(({ name }) => name);
    },
    end: () => story.end(),
  };
};

// Trying what the matrix of roles says: as a role, on a row, in the database.

class Undone extends Error {}

/** Whether it was done to at least one row; nothing of it stays. What is refused for another reason than a missing right fails the test. */
const isDone = async (
  stage: MatrixStage,
  role: Role,
  work: (sql: Sql | Transaction) => PromiseLike<{ count: number }>,
): Promise<boolean> => {
  let done = false;
  const attempt = async (sql: Transaction): Promise<void> => {
    done = (await work(sql)).count > 0;
    throw new Undone();
  };
  try {
    const person = stage.people.get(role);
    await (person ? person.does(attempt) : stage.story.visitor.begin((sql) => attempt(sql)));
  } catch (error) {
    if (!(error instanceof Undone) && (error as { code?: string }).code !== '42501') throw error;
  }
  return done;
};

/** Tried in the database, as this role. */
const tryVerb = async (stage: MatrixStage, line: Line, role: Role, verb: Verb): Promise<boolean> => {
  const table = stage.story.truth(quoted(line.table));
  const where = (sql: Sql | Transaction) => {
    const [target] = Object.entries(stage.targetOf(line));
    return target ? sql`where ${sql(target[0])} = ${target[1] as string}` : sql``;
  };
  const [column] = await stage.columnsOf(line.table);
  const change = changes[line.name];
  switch (verb) {
    case 'r':
      return isDone(stage, role, (sql) => sql`select from ${table} ${where(sql)}`);
    case 'i': {
      const row = stage.another(line, role);
      return isDone(stage, role, async (sql) => {
        if (!row) return sql`insert into ${table} default values`;
        // A policy is asked before it is seen that there is such a row already.
        await sql`insert into ${table} ${sql(row)} on conflict do nothing`;
        return { count: 1 };
      });
    }
    case 'u':
      return isDone(
        stage,
        role,
        (sql) =>
          sql`update ${table} set ${change ? sql(change) : sql`${sql(column as string)} = ${sql(column as string)}`} ${where(sql)}`,
      );
    case 'd':
      return isDone(stage, role, (sql) => sql`delete from ${table} ${where(sql)}`);
  }
};

/** What this role can do of it. */
export const cellOf = async (stage: MatrixStage, line: Line, role: Role): Promise<string> => {
  const done: Verb[] = [];
  for (const verb of verbs) if (await tryVerb(stage, line, role, verb)) done.push(verb);
  return done.join('');
};
