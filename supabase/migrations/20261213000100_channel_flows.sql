-- What hardware says of what passes it; null: it does not say, and draws.
alter table public.channels add column flow text check (flow in ('drawn', 'returned', 'produced', 'charged', 'discharged'));
-- Of which part of the same device this is another register: what that part counts the other way. Null: a thing of its own.
alter table public.channels add column register_of text check (length(register_of) <= 80);
alter table public.channels add constraint channels_register_of_another check (register_of <> part);
