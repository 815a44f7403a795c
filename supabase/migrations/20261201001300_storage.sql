-- Documents of households that are gone, at a hosted backend: its storage removes a file only while the file's row is there, and only when it is
-- asked itself. So the rows stay, which nobody sees any more, and the household is remembered until the service has asked for them all.

create table private.storage_leftovers (
  household_id uuid primary key,
  since timestamptz not null default now(),
  tries integer not null default 0,
  next_at timestamptz not null default now()
);
create index storage_leftovers_next on private.storage_leftovers (next_at);
