-- What a device that is asked wants to see before it answers: sealed, read by the service alone. Its certificate vouches for itself: the one that was
-- seen first (SHA-256) is the only one that is told the key.
create table private.polled_keys (
  household_id uuid not null,
  id uuid not null,
  sealed text not null check (length(sealed) <= 8000),
  certificate text check (length(certificate) <= 100),
  primary key (household_id, id),
  foreign key (household_id, id) references public.polled_devices (household_id, id) on delete cascade
);
alter table private.polled_keys enable row level security;
alter table public.polled_devices drop constraint polled_devices_fault_check;
alter table public.polled_devices add constraint polled_devices_fault_check
  check (fault in ('not-allowed', 'unreachable', 'refused', 'key-refused', 'other-certificate', 'not-understood'));
