-- Readings that a person reads off a meter: taken as a change by hand, which can be taken back.
alter table public.repairs drop constraint repairs_kind_check;
alter table public.repairs add constraint repairs_kind_check
  check (kind in ('add', 'believe', 'discard', 'exchange', 'remove', 'correct', 'limits'));

-- What its register counts in, as somebody who reads it types it; null: the usual one of its utility.
alter table public.meters add column register_unit text check (register_unit in ('Wh', 'kWh', 'MWh', 'mL', 'L', 'm3', 'gal', 'ft3'));

-- The steps from a new home to its first figures, put off: the same on all of a person's devices.
alter table public.profiles add column skips_first_steps boolean not null default false;
