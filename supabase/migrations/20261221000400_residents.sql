-- How many people live in a home, and in what: published figures of use go by them. Null: nobody has said.
alter table public.households add column residents smallint check (residents between 1 and 50);
alter table public.households add column dwelling text check (dwelling in ('house', 'flat'));
update public.households set residents = 3, dwelling = 'flat' where kind = 'demo';
