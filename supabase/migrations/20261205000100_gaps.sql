-- A silence of a meter that is spread over its quarter-hours is called a gap, as everywhere else.
alter table public.usage_stretch rename to usage_gap;
alter index public.usage_stretch_pkey rename to usage_gap_pkey;
alter index public.usage_stretch_meter rename to usage_gap_meter;
alter sequence public.usage_stretch_id_seq rename to usage_gap_id_seq;
