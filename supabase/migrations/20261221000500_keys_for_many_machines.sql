-- `on delete set null (column)` is refused for distributed tables: whoever goes lets go itself (private.let_go), before the key is looked at.
alter table public.meters drop constraint meters_household_id_parent_meter_id_fkey,
  add constraint meters_household_id_parent_meter_id_fkey foreign key (household_id, parent_meter_id) references public.meters (household_id, id);
alter table public.meter_parents drop constraint meter_parents_household_id_parent_meter_id_fkey,
  add constraint meter_parents_household_id_parent_meter_id_fkey foreign key (household_id, parent_meter_id) references public.meters (household_id, id);
alter table public.channels drop constraint channels_household_id_device_id_fkey,
  add constraint channels_household_id_device_id_fkey foreign key (household_id, device_id) references public.connected_devices (household_id, id),
  drop constraint channels_household_id_meter_id_fkey,
  add constraint channels_household_id_meter_id_fkey foreign key (household_id, meter_id) references public.meters (household_id, id);
-- No key is unique across homes but by its home.
alter table private.notice_deliveries drop constraint notice_deliveries_pkey, add primary key (household_id, id),
  drop constraint notice_deliveries_way_id_notice_id_phase_key, add unique (household_id, way_id, notice_id, phase);
-- A part of a home's use (meter_parts) as functions hand it on: where the rows are, a table's own type is another.
create type private.part as (utility text, room text, device_id uuid, source_household uuid, source_meter bigint, sign integer, is_root boolean, flow text,
  grain text, since timestamptz, until timestamptz, first_day date, end_day date);
-- What is read of a part of another home's meter, on its way into one answer.
create type private.used_part as (utility text, room text, device_id uuid, flow text, sign integer, is_root boolean, day date, used bigint, estimated bigint,
  imported bigint, covered_s integer);
