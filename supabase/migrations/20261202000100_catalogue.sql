-- What the product's catalogue says of utilities. The runner fills it from there whenever it changes.
create table private.utilities (
  id text primary key,
  position smallint not null,
  -- Wh or mL that a meter can pass in an hour at most, until its owner says otherwise.
  max_per_hour bigint not null,
  -- What its tariffs are priced by where nobody says otherwise.
  billing_unit text not null,
  can_leak boolean not null
);
