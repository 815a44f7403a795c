-- Where a person is told of notices beside bell and mail: a browser's push, a webhook, a topic of ntfy, a room of Matrix.
create table public.notice_ways (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  way text not null check (way in ('push', 'webhook', 'ntfy', 'matrix')),
  label text not null check (private.is_line(label, 60)),
  -- What of the address is shown; all of it, and its keys and tokens, lie sealed with a key that is not in the database.
  host text not null check (length(host) <= 260),
  -- Null: the browser has ended its subscription, and nothing can be sent any more.
  sealed text check (length(sealed) <= 4000),
  -- SHA-256 of a browser's address at its push service: by it a page knows its own device.
  fingerprint text,
  created_at timestamptz not null default now(),
  last_ok_at timestamptz,
  -- Since when it takes nothing, and why.
  fault text check (fault in ('not-allowed', 'unreachable', 'refused', 'not-found', 'not-understood', 'secret-lost', 'gone')),
  fault_at timestamptz,
  -- When something was given up that it should have told; until it takes something again.
  missed_at timestamptz
);
create index notice_ways_of on public.notice_ways (user_id);
create unique index notice_ways_device on public.notice_ways (fingerprint) where fingerprint is not null;
alter table public.notice_ways enable row level security;

-- What a person wants to be told of, and how; no row: as it is by itself (private.wants_notice).
create table public.notice_wishes (
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  way text not null check (way in ('mail', 'push', 'webhook', 'ntfy', 'matrix')),
  kind_group text not null check (kind_group in ('water', 'silent', 'meters', 'use', 'budgets')),
  is_wanted boolean not null,
  primary key (user_id, way, kind_group)
);
alter table public.notice_wishes enable row level security;

-- By the clock of the home that a notice is of.
create table public.notice_quiet_hours (
  user_id uuid primary key references public.profiles (user_id) on delete cascade,
  starts time not null,
  ends time not null check (ends <> starts)
);
alter table public.notice_quiet_hours enable row level security;

-- The catalogue's kinds of notices (`catalogue/notice-kinds.ts`), written at each start.
create table private.notice_kinds (
  id text primary key,
  kind_group text not null,
  is_alert boolean not null,
  -- Told where nobody has chosen.
  by_mail boolean not null,
  by_message boolean not null
);

-- What is on its way to whom. The id goes along each time it is sent, so that the far side knows it again. It stays as long as its notice, and is
-- why nothing is told twice.
create table private.notice_deliveries (
  id uuid primary key default gen_random_uuid(),
  way_id uuid not null references public.notice_ways (id) on delete cascade,
  household_id uuid not null,
  notice_id uuid not null,
  phase text not null check (phase in ('began', 'ended')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- The last try did not arrive; null also while one is on its way.
  failed_at timestamptz,
  done_at timestamptz,
  given_up_at timestamptz,
  unique (way_id, notice_id, phase),
  foreign key (household_id, notice_id) references public.notices (household_id, id) on delete cascade
);
create index notice_deliveries_due on private.notice_deliveries (due_at) where done_at is null and given_up_at is null;
create index notice_deliveries_notice on private.notice_deliveries (household_id, notice_id);

-- The keys that push services know this installation by, sealed.
alter table private.settings add column vapid_sealed text;

insert into public.notice_wishes (user_id, way, kind_group, is_wanted)
select p.user_id, 'mail', w.kind_group, w.is_wanted
from public.profiles p cross join lateral (values ('water', p.mail_running_water), ('silent', p.mail_silent_meter), ('budgets', p.mail_budget)) w (kind_group, is_wanted)
where w.is_wanted is not null;
alter table public.profiles drop column mail_running_water, drop column mail_silent_meter, drop column mail_budget;
