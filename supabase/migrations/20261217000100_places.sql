-- What a room lies in, as the kitchen on the ground floor, and that in the house. One of which nothing is said lies in the home.
create table public.places (
  household_id uuid not null references public.households (id) on delete cascade,
  -- A room as its devices name it, or what rooms lie in.
  name text not null check (private.is_line(name, 40)),
  inside text not null check (private.is_line(inside, 40)),
  primary key (household_id, name),
  check (name <> inside),
  -- The whole home holds all that is in no other place.
  check ('whole_home' not in (name, inside))
);
alter table public.places enable row level security;
