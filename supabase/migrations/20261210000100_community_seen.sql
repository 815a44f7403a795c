-- The newest post of the community when this person last looked at it, on whichever device.
alter table public.profiles add column community_seen bigint not null default 0;
