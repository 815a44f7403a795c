-- What a household means to spend on a utility in a cycle, and being told before it is spent.
create table public.budgets (
  household_id uuid not null references public.households (id) on delete cascade,
  utility text not null check (utility in ('electricity', 'water')),
  -- For one billing cycle, in the currency of the tariff.
  amount numeric(16, 4) not null check (amount > 0 and amount < 100000000),
  primary key (household_id, utility)
);
alter table public.budgets enable row level security;
revoke all on public.budgets from anon, authenticated;
grant select, delete, insert (household_id, utility, amount), update (amount) on public.budgets to authenticated;
create policy budgets_read on public.budgets for select to authenticated
  using (household_id = any (private.my_households()));
create policy budgets_add on public.budgets for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy budgets_change on public.budgets for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy budgets_remove on public.budgets for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create trigger budgets_changed after insert or update or delete on public.budgets
  for each row execute function private.tariffs_changed();

create or replace function private.budgets_of(p_household uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('utility', b.utility, 'amount', trim_scale(b.amount)::text)), '[]') from public.budgets b
  where b.household_id = p_household
$$;

-- The operator's prices and colours, for all households; later ones in place of earlier ones. Answers how many were new or other than before.
create function private.save_market(p_prices jsonb, p_colours jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  one record;
  n integer := 0;
begin
  for one in
    with point as (
      select s.series, s."stepS" as step_s, to_timestamp(t.start::bigint) as starts_at, v.price::numeric as price
      from jsonb_to_recordset(p_prices) as s (series text, "stepS" integer, starts jsonb, prices jsonb)
      cross join lateral jsonb_array_elements_text(s.starts) with ordinality t (start, i)
      join lateral jsonb_array_elements_text(s.prices) with ordinality v (price, i) on v.i = t.i
    ), kept as (
      insert into public.market_prices as p (series, starts_at, step_s, price) select series, starts_at, step_s, price from point
      on conflict (series, starts_at) do update set step_s = excluded.step_s, price = excluded.price
      where p.price <> excluded.price or p.step_s <> excluded.step_s
      returning p.series, p.starts_at
    ), colour as (
      insert into public.market_colours as c (series, day, colour)
      select s.series, d.key::date, d.value from jsonb_to_recordset(p_colours) as s (series text, days jsonb) cross join lateral jsonb_each_text(s.days) d
      on conflict (series, day) do update set colour = excluded.colour where c.colour <> excluded.colour
      returning c.series, c.day
    )
    -- A day more on either side: a household's clock is not known here.
    select x.series, min(x.day) - 1 as first, max(x.day) + 2 as last, count(*)::integer as changed from (
      select series, starts_at::date as day from kept union all select series, day from colour
    ) x group by 1
  loop
    n := n + one.changed;
    perform private.make_bills_anew(t.household_id, one.first, one.last) from (
      select distinct household_id from public.tariffs
      where jsonb_path_exists(plan, '$.charges[*].market.series ? (@ == $s)', jsonb_build_object('s', one.series))
        or jsonb_path_exists(plan, '$.schedules.*.colours ? (@ == $s)', jsonb_build_object('s', one.series))
    ) t;
  end loop;
  return n;
end $$;

-- A notice is of a meter, or of what a utility costs: three quarters of the budget are spent, all of it, or it is on course to be.
alter table public.notices
  alter column meter_id drop not null,
  add column utility text check (utility in ('electricity', 'water')),
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('silent-meter', 'running-water', 'budget-course', 'budget-most', 'budget-passed')),
  add constraint notices_of check (case when kind like 'budget-%' then meter_id is null and utility is not null else meter_id is not null end);
create unique index notices_open_budget on public.notices (household_id, utility) where ended_at is null and meter_id is null;

alter table public.profiles add column mail_budget boolean;
grant update (mail_budget) on public.profiles to authenticated;

-- How each budget stands: [{utility, kind, figures}], kind null where all is well. One notice for each utility at a time; what was told in this
-- cycle already (figures.start) is taken up again, not told anew.
create function private.tell_budgets(p_household uuid, p_now timestamptz, p_states jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  state record;
  told uuid;
begin
  update public.notices n set ended_at = p_now
  where n.household_id = p_household and n.meter_id is null and n.ended_at is null
    and not exists (select from jsonb_to_recordset(p_states) s (utility text, kind text, figures jsonb)
      where s.utility = n.utility and s.kind = n.kind and s.figures ->> 'start' = n.figures ->> 'start');
  for state in select * from jsonb_to_recordset(p_states) s (utility text, kind text, figures jsonb) where s.kind is not null loop
    select n.id into told from public.notices n
    where n.household_id = p_household and n.meter_id is null and n.utility = state.utility and n.kind = state.kind
      and n.figures ->> 'start' = state.figures ->> 'start'
    order by n.since desc limit 1;
    if told is null then
      insert into public.notices (household_id, kind, utility, since, noticed_at, figures, mail_at)
      values (p_household, state.kind, state.utility, p_now, p_now, state.figures, p_now);
    else
      update public.notices n set ended_at = null, figures = state.figures
      where n.household_id = p_household and n.id = told and (n.ended_at is not null or n.figures <> state.figures);
    end if;
  end loop;
end $$;

create or replace function private.notices_to_mail(p_household uuid, p_now timestamptz)
returns table (user_id uuid, notice_id uuid, phase text)
language sql stable security definer set search_path = '' as $$
  with wish as (
    select hm.user_id, k.kind, coalesce(case k.kind when 'running-water' then p.mail_running_water when 'silent-meter' then p.mail_silent_meter
      else p.mail_budget end, hm.role <> 'viewer') as is_wanted
    from public.household_members hm join public.profiles p on p.user_id = hm.user_id
    cross join (values ('running-water'), ('silent-meter'), ('budget-course'), ('budget-most'), ('budget-passed')) k (kind)
    where hm.household_id = p_household and not p.is_guest
  )
  select w.user_id, n.id, 'began'
  from public.notices n join wish w on w.kind = n.kind and w.is_wanted
  where n.household_id = p_household and n.ended_at is null and n.dismissed_at is null and n.mail_at <= p_now and n.noticed_at > p_now - interval '1 day'
    and not exists (select from private.notice_mails t where t.household_id = n.household_id and t.notice_id = n.id and t.user_id = w.user_id)
    and (select count(distinct t.began_at) from private.notice_mails t join public.notices o on o.household_id = t.household_id and o.id = t.notice_id
      where t.user_id = w.user_id and t.household_id = n.household_id and t.began_at > p_now - interval '1 day'
        and (n.kind <> 'silent-meter' or o.kind = 'silent-meter')) < case n.kind when 'silent-meter' then 2 else 4 end
  union all
  -- A budget that is not passed any more is no news.
  select t.user_id, n.id, 'ended'
  from public.notices n join private.notice_mails t on t.household_id = n.household_id and t.notice_id = n.id and t.ended_at is null
  join wish w on w.user_id = t.user_id and w.kind = n.kind and w.is_wanted
  where n.household_id = p_household and n.meter_id is not null and n.ended_at > p_now - interval '1 day'
$$;

-- As before, with what is of no meter.
create or replace function private.take_waiting_mails(p_most integer, p_lease_s integer, p_operator boolean)
returns table (id bigint, kind text, attempts integer, recipient text, reference text, language text, name text, email text, phone text, topic text,
  subject text, message text, sent_at timestamptz, question text, reason text, entry_key text, answer text, asked_at timestamptz,
  due_at timestamptz, time_zone text, country text, units text, notices jsonb)
language plpgsql security definer set search_path = '' as $$
declare about_notices bigint[];
begin
  delete from private.waiting_mails w where w.kind <> 'contact' and w.created_at < now() - interval '3 days';
  about_notices := private.write_notice_mails(p_most);
  return query
  with due as (
    select w.id from private.waiting_mails w
    where w.due_at <= now() and (p_operator or w.kind <> 'contact') and (w.kind <> 'notices' or w.id = any (about_notices))
    order by w.due_at limit p_most for update skip locked
  ), taken as (
    update private.waiting_mails w set attempts = w.attempts + 1,
      due_at = now() + make_interval(secs => greatest(p_lease_s, least(3600, 30 * 2 ^ least(w.attempts, 7))))
    from due where w.id = due.id
    returning w.id, w.kind, w.attempts, w.message_id, w.request_id, w.ending_of, w.notices_to, w.notices_of, w.notice_items
  )
  select t.id, t.kind, t.attempts,
    case t.kind when 'contact' then null when 'contact-received' then m.email when 'account-ending' then u.email::text
      when 'notices' then u.email::text else r.email end,
    left(m.id::text, 8), coalesce(m.language, r.language, p.language), m.name, m.email, m.phone, m.topic, m.subject, m.message, m.created_at,
    coalesce(case r.language when 'es' then e.question_es when 'hi' then e.question_hi else e.question_en end, r.question), r.reason, e.key,
    case r.language when 'es' then e.answer_es when 'hi' then e.answer_hi else e.answer_en end,
    a.asked_at, a.due_at, coalesce(home.time_zone, (
      select h.time_zone from public.household_members hm join public.households h on h.id = hm.household_id
      where hm.user_id = a.user_id order by hm.created_at, h.id limit 1), 'UTC'),
    home.country, home.units,
    (select jsonb_agg(jsonb_build_object('kind', n.kind, 'phase', i.phase, 'device', d.name, 'room', d.room, 'utility', n.utility, 'since', n.since, 'endedAt', n.ended_at,
        'figures', n.figures) order by i.phase, n.kind, n.since)
      from jsonb_to_recordset(t.notice_items) i (id uuid, phase text)
      join public.notices n on n.household_id = t.notices_of and n.id = i.id
      left join public.meters me on me.household_id = n.household_id and me.id = n.meter_id
      left join public.connected_devices d on d.household_id = me.household_id and d.id = me.device_id)
  from taken t left join public.contact_messages m on m.id = t.message_id
  left join public.faq_requests r on r.id = t.request_id left join public.faq_entries e on e.id = r.entry_id
  left join public.account_endings a on a.user_id = t.ending_of
  left join public.households home on home.id = t.notices_of
  left join auth.users u on u.id = coalesce(a.user_id, t.notices_to) left join public.profiles p on p.user_id = coalesce(a.user_id, t.notices_to)
  order by t.id;
end $$;

grant execute on function private.tell_budgets(uuid, timestamptz, jsonb) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
