-- What the product's catalogue says of utilities. The runner fills it from there whenever it changes.
create table private.utilities (
  id text primary key,
  position smallint not null,
  -- Wh or mL that a meter can pass in an hour at most, until its owner says otherwise.
  max_per_hour bigint not null,
  -- What its tariffs are priced by where nobody says otherwise.
  billing_unit text not null,
  can_leak boolean not null
);

-- private.is_utility and private.is_language are made from the catalogue too.
alter table public.connected_devices drop constraint connected_devices_utility_check, add constraint connected_devices_utility_check check (private.is_utility(utility));
alter table public.meters drop constraint meters_utility_check, add constraint meters_utility_check check (private.is_utility(utility));
alter table public.tariffs drop constraint tariffs_utility_check, add constraint tariffs_utility_check check (private.is_utility(utility));
alter table public.utility_bills drop constraint utility_bills_utility_check, add constraint utility_bills_utility_check check (private.is_utility(utility));
alter table public.budgets drop constraint budgets_utility_check, add constraint budgets_utility_check check (private.is_utility(utility));
alter table public.channels drop constraint channels_utility_check, add constraint channels_utility_check check (private.is_utility(utility));
alter table public.notices drop constraint notices_utility_check, add constraint notices_utility_check check (private.is_utility(utility));
alter table public.profiles drop constraint profiles_language_check, add constraint profiles_language_check check (private.is_language(language));
alter table public.community_posts drop constraint community_posts_language_check, add constraint community_posts_language_check check (private.is_language(language));
alter table public.community_replies drop constraint community_replies_language_check, add constraint community_replies_language_check check (private.is_language(language));
alter table public.contact_messages drop constraint contact_messages_language_check, add constraint contact_messages_language_check check (private.is_language(language));
alter table public.faq_requests drop constraint faq_requests_language_check, add constraint faq_requests_language_check check (private.is_language(language));
