/** What each role may do with a row of each table. r: reads it, i: adds another, u: changes it, d: deletes it; -: nothing. */

export const roles = [
  'visitor',
  'stranger',
  'guest',
  'viewer',
  'switcher',
  'member',
  'limited',
  'owner',
  'administrator',
] as const;
export type Role = (typeof roles)[number];

/**
 * `switcher` views, and may switch in the kitchen; `limited` is a member who may switch only there. `guest` and `administrator` belong to other
 * households. Rows of persons are the owner's. A name after `/` says which row, or which change: see the test.
 */
const table = `
                            visitor stranger guest viewer switcher member limited owner administrator
households                  -       -        -     r      r        r      r       ru    -
household_members           -       -        -     r      r        r      r       r     -
household_invitations       -       -        -     -      -        -      -       r     -
profiles                    -       -        -     -      -        -      -       ru    -
account_endings             -       -        -     -      -        -      -       r     -
administrators              -       -        -     -      -        -      -       -     r

connected_devices           -       -        -     r      r        riu    riu     riud  -
connected_devices/kitchen   -       -        -     r      ru       riu    riu     riud  -
connected_devices/bedroom   -       -        -     r      r        riu    ri      riud  -
connected_devices/moved     -       -        -     r      r        riu    ri      riud  -
device_rooms/kitchen        -       -        -     r      r        rid    rid     rid   -
device_rooms/bedroom        -       -        -     r      r        rid    rd      rid   -
places                      -       -        -     r      r        riud   riud    riud  -
device_schedules/kitchen    -       -        -     r      r        riu    riu     riud  -
device_schedules/bedroom    -       -        -     r      r        riu    r       riud  -
device_commands             -       -        -     r      r        r      r       r     -
channels                    -       -        -     r      r        ru     ru      rud   -
polled_devices              -       -        -     r      r        rd     rd      rd    -
pulls                       -       -        -     r      r        rud    rud     rud   -
unread_messages             -       -        -     r      r        rd     rd      rd    -
ingest_tokens               -       -        -     -      -        ru     ru      ru    -

meters                      -       -        -     r      r        riu    riu     riud  -
meter_parents               -       -        -     r      r        rid    rid     rid   -
meter_parts                 -       -        -     r      r        r      r       r     -
meter_state                 -       -        -     r      r        r      r       r     -
open_readings               -       -        -     r      r        r      r       r     -
packed_days                 -       -        -     r      r        r      r       r     -
quarantined_readings        -       -        -     r      r        r      r       r     -
usage_day                   -       -        -     r      r        r      r       r     -
usage_month                 -       -        -     r      r        r      r       r     -
usage_quarter               -       -        -     r      r        r      r       r     -
usage_gap               -       -        -     r      r        r      r       r     -
repairs                     -       -        -     r      r        r      r       r     -
imports                     -       -        -     r      r        ru     ru      ru    -
watched_folders             -       -        -     r      r        rd     rd      rd    -
watched_files               -       -        -     r      r        ru     ru      ru    -
notices                     -       -        -     r      r        ru     ru      ru    -
home_changes                -       -        -     r      r        riud   riud    riud  -
home_absences               -       -        -     r      r        riud   riud    riud  -
notices_seen                -       -        -     i      i        i      i       riu   -
notice_ways                 -       -        -     -      -        -      -       rud   -
notice_wishes               -       i        i     i      i        i      i       riu   i
notice_quiet_hours          -       i        i     i      i        i      i       riud  i

tariffs                     -       -        -     r      r        r      r       rd    -
price_points                -       -        -     r      r        r      r       rd    -
day_colours                 -       -        -     r      r        r      r       rd    -
outdoor_temperatures        -       -        -     r      r        r      r       rd    -
budgets                     -       -        -     r      r        riu    riu     riud  -
payment_ways                -       -        -     r      r        riu    riu     riud  -
payment_entries             -       -        -     r      r        riu    riu     riud  -
cost_policies               -       -        -     r      r        riu    riu     riud  -
energy_factors              -       -        -     r      r        r      r       riud  -
emission_factors            -       -        -     r      r        riu    riu     riud  -
billing_cycles              -       -        -     r      r        riu    riu     riud  -
utility_bills               -       -        -     r      r        riu    riu     riud  -
billing_records             -       -        -     r      r        r      r       r     -
billing_record_versions     -       -        -     r      r        r      r       r     -
billing_evidence            -       -        -     r      r        r      r       r     -
market_prices               -       r        r     r      r        r      r       r     r
market_colours              -       r        r     r      r        r      r       r     r
storage.objects             -       -        -     r      r        ri     ri      riud  -

assistant_messages          -       -        -     -      -        -      -       rd    -
assistant_actions           -       -        -     -      -        -      -       r     -
assistant_tokens            -       -        -     -      -        -      -       rd    -
wall_tokens                 -       -        -     -      -        rd     rd      rd    -
data_pushes                 -       -        -     -      -        rd     rd      rd    -

community_posts             r       r        r     r      r        r      r       r     r
community_replies           r       r        r     r      r        r      r       r     r
community_likes             -       -        -     -      -        -      -       r     -
community_reply_likes       -       -        -     -      -        -      -       r     -
community_reports           -       -        -     -      -        -      -       -     r
contact_messages            -       -        -     -      -        -      -       -     rd
faq_entries                 r       r        r     r      r        r      r       r     riud
faq_requests                -       -        -     -      -        -      -       r     rud
`;

export interface Line {
  /** As in the table above. */
  readonly name: string;
  readonly table: string;
  readonly cells: Readonly<Record<Role, string>>;
}

export const lines: readonly Line[] = table
  .split('\n')
  .slice(2)
  .filter((line) => line !== '')
  .map((line) => {
    const [name = '', ...cells] = line.split(/ +/);
    const expected = Object.fromEntries(roles.map((role, column) => [role, (cells[column] ?? '').replace('-', '')]));
    return { name, table: name.replace(/\/.*/, ''), cells: expected as Record<Role, string> };
  });
