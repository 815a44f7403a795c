-- What passes a meter. It was called a register before, where `export` alone meant something.
drop trigger if exists meter_parts_changed on public.meters;
alter table public.meters rename column register to flow;
alter table public.meters drop constraint meters_register_check;
alter table public.meters alter column flow set default 'drawn';
update public.meters set flow = case flow when 'export' then 'returned' else 'drawn' end;
alter table public.meters add constraint meters_flow_check check (flow in ('drawn', 'returned', 'produced', 'charged', 'discharged'));
alter table public.meters add constraint meters_flow_of_utility check (flow = 'drawn' or utility = 'electricity');

alter table public.meter_parts add column flow text not null default 'drawn';
-- One that returns is a part of the home from now on.
insert into public.meter_parts (household_id, utility, room, device_id, source_household, source_meter, sign, is_root, flow)
select m.household_id, m.utility, d.room, d.id, m.household_id, m.id, -1, true, m.flow
from public.meters m join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
where m.flow = 'returned';
-- What is told of a meter says it too.
update public.meters set facts = replace(facts, ',"parentMeterId":', ',"flow":"' || flow || '","parentMeterId":') where facts <> '';
