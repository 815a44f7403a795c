create type private.community_outcome as (outcome text, id bigint, wait integer);
-- What is shown of a post. `rank` is what the list is ordered by, for the next page.
create type private.community_shown as (id bigint, kind text, title text, body text, link text, place text, starts_at timestamptz,
  ends_at timestamptz, language text, author_name text, by_administrator boolean, mine boolean, created_at timestamptz, edited_at timestamptz,
  pinned boolean, closed boolean, deleted boolean, hidden_why text, reply_count integer, like_count integer, liked boolean, rank double precision);

create table public.community_posts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('announcement', 'discussion', 'event', 'resource')),
  title text not null check (length(title) <= 120),
  body text not null check (length(body) <= 10000),
  link text check (link ~ '^https?://[^[:space:]<>"\\]+$' and length(link) <= 500),
  place text check (length(place) between 1 and 120),
  starts_at timestamptz,
  ends_at timestamptz,
  language text not null default 'en' check (language in ('en', 'es', 'hi')),
  -- Gone with the account; the name with it: null is somebody who left, empty a member who gave none.
  author_id uuid,
  author_name text check (length(author_name) <= 80),
  by_administrator boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  changed_at timestamptz not null default now(),
  deleted_at timestamptz,
  pinned boolean not null default false,
  closed_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid,
  hidden_why text check (length(hidden_why) <= 300),
  reply_count integer not null default 0 check (reply_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  heat double precision,
  folded_title text generated always as (private.fold_text(title)) stored,
  words tsvector generated always as (private.search_words(title || ' ' || body, language)) stored,
  check ((kind = 'event') = (starts_at is not null)),
  check ((kind = 'event') = (ends_at is not null)),
  check (ends_at >= starts_at),
  check (kind <> 'resource' or link is not null or deleted_at is not null),
  check (deleted_at is not null or length(title) >= 1)
);
create index community_posts_newest on public.community_posts (kind, pinned, id) where hidden_at is null and deleted_at is null;
create index community_posts_liked on public.community_posts (kind, like_count, id) where hidden_at is null and deleted_at is null;
create index community_posts_warm on public.community_posts (heat, id) where hidden_at is null and deleted_at is null and heat is not null;
create index community_posts_calendar on public.community_posts (starts_at, id) where kind = 'event' and hidden_at is null and deleted_at is null;
create index community_posts_changed on public.community_posts (changed_at);
create index community_posts_author on public.community_posts (author_id) where author_id is not null;
create index community_posts_hidden on public.community_posts (hidden_at) where hidden_at is not null;
create index community_posts_words on public.community_posts using gin (words);
create index community_posts_title on public.community_posts using gin (folded_title extensions.gin_trgm_ops);
alter table public.community_posts enable row level security;

create table public.community_replies (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.community_posts (id) on delete cascade,
  body text not null check (length(body) between 1 and 5000),
  language text not null default 'en' check (language in ('en', 'es', 'hi')),
  author_id uuid,
  author_name text check (length(author_name) <= 80),
  by_administrator boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid,
  hidden_why text check (length(hidden_why) <= 300),
  -- A copy of whether its post is hidden, so that the policy needs no look at another table.
  post_hidden boolean not null default false,
  like_count integer not null default 0 check (like_count >= 0)
);
create index community_replies_post on public.community_replies (post_id, id);
create index community_replies_author on public.community_replies (author_id) where author_id is not null;
create index community_replies_hidden on public.community_replies (hidden_at) where hidden_at is not null;
alter table public.community_replies enable row level security;

create table public.community_likes (
  post_id bigint not null references public.community_posts (id) on delete cascade,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index community_likes_user on public.community_likes (user_id);
alter table public.community_likes enable row level security;

create table public.community_reply_likes (
  reply_id bigint not null references public.community_replies (id) on delete cascade,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (reply_id, user_id)
);
create index community_reply_likes_user on public.community_reply_likes (user_id);
alter table public.community_reply_likes enable row level security;

create table public.community_reports (
  id bigint generated always as identity primary key,
  post_id bigint references public.community_posts (id) on delete cascade,
  reply_id bigint references public.community_replies (id) on delete cascade,
  -- Known to the database alone: whoever moderates need not know who asked.
  reporter_id uuid,
  reason text not null check (reason in ('spam', 'unkind', 'private', 'false', 'other')),
  text text not null default '' check (length(text) <= 1000),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid,
  outcome text check (outcome in ('hidden', 'dismissed')),
  check (num_nonnulls(post_id, reply_id) = 1),
  check ((settled_at is null) = (outcome is null))
);
create unique index community_reports_post on public.community_reports (post_id, reporter_id) where settled_at is null and post_id is not null;
create unique index community_reports_reply on public.community_reports (reply_id, reporter_id) where settled_at is null and reply_id is not null;
create index community_reports_open on public.community_reports (id) where settled_at is null;
create index community_reports_reporter on public.community_reports (reporter_id) where reporter_id is not null;
alter table public.community_reports enable row level security;

-- A post or a reply may be sent again when its answer was lost on the way: the same key makes it once.
create table private.community_sent (
  user_id uuid not null,
  key uuid not null,
  id bigint not null,
  at timestamptz not null default now(),
  primary key (user_id, key)
);
