create table public.administrators (
  user_id uuid primary key,
  granted_at timestamptz not null default now()
);
alter table public.administrators enable row level security;

-- The end of an account: asked for, waited for, then carried out. Until it is due the person may change their mind.

create table public.account_endings (
  user_id uuid primary key,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- Household id → the member who takes it over. A household that is not named here goes with its owner.
  heirs jsonb not null default '{}' check (jsonb_typeof(heirs) = 'object')
);
alter table public.account_endings enable row level security;

-- People who sign in with another provider of identity, and which account of ours is theirs.

create table private.linked_identities (
  provider text not null check (provider = 'firebase'),
  subject text not null check (length(subject) between 1 and 128),
  -- Null: the account was deleted here. Their next sign-in is told so, once, and can delete the other provider's as well.
  user_id uuid,
  linked_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (provider, subject),
  check ((user_id is null) = (ended_at is not null))
);
create index linked_identities_user on private.linked_identities (user_id);
