-- What is fetched from whom, as its makers call it: for the log of an account, which no page of pulls is read with.
alter table public.pulls add column label text not null default '' check (length(label) <= 60);
update public.pulls set label = case kind when 'open-meteo' then 'Open-Meteo' when 'octopus' then 'Octopus Energy' when 'home-assistant' then 'Home Assistant'
  when 'tibber' then 'Tibber' when 'esios' then 'ESIOS' else kind end;
