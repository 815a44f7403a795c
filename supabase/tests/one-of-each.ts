/** One row of each table in a household, so that a policy has something to give away. */
import type { Sql } from '#kernel/db.ts';

export interface OneOfEach {
  readonly kitchen: string;
  readonly bedroom: string;
  readonly kitchenMeter: number;
}

/** `owner`'s household gets what it has not; `administrator` is made one. */
export const seedOneOfEach = async (
  truth: Sql,
  { household, owner, administrator }: { household: string; owner: string; administrator: string },
): Promise<OneOfEach> => {
  const add = async (name: string, room: string): Promise<string> => {
    const [device] = await truth<
      { id: string }[]
    >`insert into connected_devices (household_id, user_id, name, room, utility)
      values (${household}, ${owner}, ${name}, ${room}, 'electricity') returning id`;
    return device?.id as string;
  };
  const kitchen = await add('Oven', 'kitchen');
  const bedroom = await add('Lamp', 'bedroom');
  const own = `'${household}'`;
  const person = `'${owner}'`;
  const meter = `(select id from meters where device_id = '${kitchen}')`;
  const use = `${meter}, '2026-01-01', 5`;
  const amounts =
    '{"electricity": {"used": 5, "estimated": 0, "cost": "20"}, "water": {"used": 5, "estimated": 0, "cost": "10"}}';
  await truth.begin(async (sql) => {
    // As they are kept: what makes rows in other tables of them does not run.
    await sql.unsafe('set local session_replication_role = replica');
    await sql.unsafe(`
      insert into administrators (user_id) values ('${administrator}');
      insert into account_endings (user_id, due_at) values (${person}, now() + interval '7 days');
      insert into private.account_events (user_id, kind) values (${person}, 'signed-in');
      insert into household_invitations (household_id, role, hash, expires_at) values (${own}, 'viewer', '\\x01', now() + interval '7 days');
      insert into device_schedules (household_id, id, device_id, is_on, minute, is_planned, created_at)
        select ${own}, gen_random_uuid(), d::uuid, true, 60, false, now() from unnest(array['${kitchen}', '${bedroom}']) d;
      insert into device_rooms (household_id, id, device_id, room, since, made_at) values (${own}, 1, '${kitchen}', 'hall', null, now()), (${own}, 2, '${bedroom}', 'hall', null, now());
      insert into meter_parents (household_id, id, meter_id, parent_meter_id, since, made_at) values (${own}, 1, ${meter}, null, null, now());
      insert into places (household_id, name, inside) values (${own}, 'kitchen', 'Ground floor');
      insert into device_commands (household_id, device_id, wanted) values (${own}, '${kitchen}', true);
      insert into channels (household_id, source, device) values (${own}, 'tasmota', 'plug');
      insert into polled_devices (household_id, source, address) values (${own}, 'homewizard', '192.168.1.20');
      insert into pulls (household_id, kind, set_up_by, since, pulled_to, next_at) values (${own}, 'open-meteo', ${person}, '2025-01-01', '2025-01-01', '2100-01-01');
      insert into unread_messages (household_id, door, place, reason, payload) values (${own}, 'mqtt', 'tele/plug/SENSOR', 'not-understood', '{}');
      insert into imports (household_id, id, user_id, file_name) values (${own}, gen_random_uuid(), ${person}, 'use.csv');
      insert into repairs (household_id, meter_id, kind, used_before, used_after, change, made_by) values (${own}, ${meter}, 'remove', 0, 0, '{}', ${person});
      insert into home_absences (household_id, starts, ends, created_by, created_at) values (${own}, '2026-01-05', '2026-01-12', ${person}, now());
      insert into home_changes (household_id, name, utility, meter_id, day, created_by, created_at)
        values (${own}, 'Boiler to 50 °C', 'electricity', ${meter}, '2026-01-05', ${person}, now());
      insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at) values (${own}, 'silent-meter', ${meter}, now(), now(), now());
      insert into notices_seen (household_id, user_id, seen_until) values (${own}, ${person}, now());
      insert into notice_ways (user_id, way, label, host, sealed, fingerprint) values (${person}, 'push', 'Phone', 'push.example.org', 'x', 'y');
      insert into notice_wishes (user_id, way, kind_group, is_wanted) values (${person}, 'mail', 'water', false);
      insert into notice_quiet_hours (user_id, starts, ends) values (${person}, '22:00', '07:00');
      insert into open_readings (household_id, meter_id, at, value) values (${own}, ${meter}, now(), 5);
      insert into packed_days (household_id, meter_id, day) values (${own}, ${meter}, '2026-01-01');
      insert into quarantined_readings (household_id, meter_id, at, value, reason) values (${own}, ${meter}, now(), 5, 'implausible-jump');
      insert into usage_day (household_id, meter_id, day, used) values (${own}, ${use});
      insert into usage_month (household_id, meter_id, month, used) values (${own}, ${use});
      insert into usage_quarter (household_id, meter_id, start, used) values (${own}, ${use});
      insert into usage_gap (household_id, meter_id, start, ends, used) values (${own}, ${meter}, '2026-01-01', '2026-01-02', 5);
      insert into tariffs (household_id, utility, valid_from, currency, plan) values (${own}, 'water', '2026-01-01', 'EUR', '{}');
      insert into price_points (household_id, series, starts_at, step_s, price) values (${own}, 'spot', '2026-01-01', 3600, 0.1);
      insert into day_colours (household_id, series, day, colour) values (${own}, 'tempo', '2026-01-01', 'red');
      insert into outdoor_temperatures (household_id, day, tenths) values (${own}, '2026-01-01', 52);
      insert into budgets (household_id, utility, amount) values (${own}, 'electricity', 40);
      insert into payment_ways (household_id, id, utility, valid_from, kind, currency) values (${own}, gen_random_uuid(), 'electricity', '2026-01-01', 'after-bill', 'EUR');
      insert into payment_entries (household_id, id, utility, day, kind, amount, currency, created_at)
        values (${own}, gen_random_uuid(), 'electricity', '2026-01-01', 'payment', 40, 'EUR', now());
      insert into cost_policies (household_id) values (${own});
      insert into energy_factors (household_id, utility, valid_from, kwh_per_m3) values (${own}, 'water', '2026-01-01', 10.55);
      insert into emission_factors (household_id, utility, valid_from, g_per_unit, reference) values (${own}, 'electricity', '2026-01-01', 174, 'Ember');
      insert into billing_cycles (household_id, kind, month_days) values (${own}, 'dates', '{01-05}');
      insert into utility_bills (household_id, id, utility, period_start, period_end, currency, total, created_at)
        values (${own}, gen_random_uuid(), 'water', '2026-01-01', '2026-02-01', 'EUR', 30, now());
      insert into billing_records (household_id, user_id, period_start, period_end, currency, total_amount, amounts)
        values (${own}, ${person}, '2026-01-01', '2026-02-01', 'EUR', 30, '${amounts}');
      insert into billing_evidence (household_id, bill_id, version, tariffs, days, days_key) values (${own}, gen_random_uuid(), 1, '[]', '[]', 'x');
      insert into billing_record_versions (household_id, bill_id, version, period_start, period_end, currency, total_amount, amounts, lines,
          unpriced_days, made_at, replaced_at, reason)
        values (${own}, gen_random_uuid(), 1, '2026-01-01', '2026-02-01', 'EUR', 30, '${amounts}', '[]', 0, now(), now(), 'tariff');
      insert into market_prices (series, starts_at, step_s, price) values ('spot', '2026-01-01', 3600, 0.1);
      insert into market_colours (series, day, colour) values ('tempo', '2026-01-01', 'red');
      insert into assistant_messages (household_id, user_id, role, content) values (${own}, ${person}, 'user', 'Hello');
      insert into assistant_actions (household_id, user_id, device_id, wanted, until) values (${own}, ${person}, '${kitchen}', true, now());
      insert into assistant_tokens (household_id, user_id, hash) values (${own}, ${person}, '\\x02');
      insert into wall_tokens (household_id, created_by, hash) values (${own}, ${person}, '\\x03');
      insert into watched_folders (household_id, set_up_by, path) values (${own}, ${person}, '/srv/files');
      insert into watched_files (household_id, fingerprint, name, bytes, state, reason) values (${own}, repeat('0', 64), 'a.csv', 10, 'left', 'unit');
      insert into data_pushes (household_id, kind, host, sealed, created_by) values (${own}, 'webhook', 'nas.local', 'x', ${person});
      insert into community_posts (kind, title, body, author_id) values ('discussion', 'Taps', 'Close them.', ${person});
      insert into community_replies (post_id, body, author_id) select id, 'Yes.', ${person} from community_posts;
      insert into community_likes (post_id, user_id) select id, ${person} from community_posts;
      insert into community_reply_likes (reply_id, user_id) select id, ${person} from community_replies;
      insert into community_reports (post_id, reporter_id, reason) select id, ${person}, 'spam' from community_posts;
      insert into contact_messages (name, email, topic, subject, message, language, user_id)
        values ('Ada', 'ada@example.org', 'general', 'Meters', 'Which one is right?', 'en', ${person});
      insert into faq_requests (question, language, user_id) values ('Which meter is right?', 'en', ${person});
      insert into storage.objects (bucket_id, name, metadata) values ('bills', '${household}/a.pdf', '{"size": 10}');
    `);
  });
  const [kept] = await truth<{ id: number }[]>`select id from meters where device_id = ${kitchen}`;
  return { kitchen, bedroom, kitchenMeter: kept?.id as number };
};
