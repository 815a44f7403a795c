-- What the demo's devices are called in each language: [{language: name}]. A guest reads them in their own; a name that is none of these is theirs.
alter table private.settings add column demo_names jsonb not null default '[]' check (jsonb_typeof(demo_names) = 'array');

-- A switch of the demo: it does what it is told at once, and nothing is sent anywhere.
alter table public.channels add column is_simulated boolean not null default false;
