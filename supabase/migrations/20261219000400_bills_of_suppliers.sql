-- Of a utility that several supply: whose bill it is, as the tariff calls them; null: it is of all.
alter table public.utility_bills add supplier text check (supplier ~ '^[a-z][a-z0-9-]{0,39}$');
