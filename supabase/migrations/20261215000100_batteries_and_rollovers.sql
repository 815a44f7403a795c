-- Of a home's battery: how full it is in %, and when it last said so. A state: no reading, and no use.
alter table public.channels add column charge smallint check (charge between 0 and 100);
alter table public.channels add column charge_at timestamptz;
alter table public.channels add constraint channels_charge_and_time check ((charge is null) = (charge_at is null));
-- Where its counter begins again at zero, where the hardware says so: its meter is told when it is joined.
alter table public.channels add column rolls_over_at bigint check (rolls_over_at > 0);
