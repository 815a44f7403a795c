-- What happened to an account, for its person: sign-ins, changes of the ways in, and what lets others into their homes.
create table private.account_events (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  at timestamptz not null default now(),
  kind text not null,
  -- What it is about, as it is called: a token, an app, a provider, an address.
  name text,
  -- Somebody else whom it is about, or who did it: what they are called, and what they called it, goes when they go.
  about uuid,
  -- Of a sign-in, what the browser said of itself.
  user_agent text
);
create index account_events_user on private.account_events (user_id, id);
create index account_events_about on private.account_events (about) where about is not null;

-- What is new is mailed.
alter table private.waiting_mails add column event_id bigint references private.account_events (id) on delete cascade;
create unique index waiting_mails_event on private.waiting_mails (event_id) where event_id is not null;
alter table private.waiting_mails drop constraint waiting_mails_kind_check, drop constraint waiting_mails_check;
alter table private.waiting_mails
  add constraint waiting_mails_kind_check check (kind in
    ('contact', 'contact-received', 'faq-answered', 'faq-rejected', 'account-ending', 'account-event', 'notices', 'invitation')),
  add constraint waiting_mails_check check (num_nonnulls(message_id, request_id, ending_of, notices_to, invitation_id, event_id) = 1
    and (notices_to is null) = (notices_of is null) and (invitation_id is null) = (token is null));
