-- One row for each kind of act, who does it and the window it falls in; a sweep takes old ones away.
create table private.allowances (
  kind text not null,
  -- An account's id, or a keyed hash of an address: addresses themselves are never stored.
  who text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (kind, who, window_start)
);

-- Mails that wait for a server. A row goes when its mail has gone; what has waited too long is given up.
create table private.waiting_mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('contact', 'contact-received', 'faq-answered', 'faq-rejected', 'account-ending', 'notices', 'invitation')),
  message_id uuid references public.contact_messages (id) on delete cascade,
  request_id uuid references public.faq_requests (id) on delete cascade,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Who asks for the end of an account hears of it by mail, at the address that it has: it may have been somebody else.
  ending_of uuid references public.account_endings (user_id) on delete cascade,
  notices_to uuid references public.profiles (user_id) on delete cascade,
  notices_of uuid references public.households (id) on delete cascade,
  -- What the mail that was taken last says: [{id, phase}].
  notice_items jsonb,
  -- An invitation by mail, in the language of who invites. Their address is in it and nothing that they wrote: nobody can use us to write to others.
  invitation_id uuid references public.household_invitations (id) on delete cascade,
  -- What its link is made of, until the mail has gone.
  token text,
  constraint waiting_mails_check check (num_nonnulls(message_id, request_id, ending_of, notices_to, invitation_id) = 1
    and (notices_to is null) = (notices_of is null) and (invitation_id is null) = (token is null))
);
create index waiting_mails_due on private.waiting_mails (due_at);
create unique index waiting_mails_message on private.waiting_mails (message_id, kind) where message_id is not null;
create index waiting_mails_request on private.waiting_mails (request_id) where request_id is not null;
create unique index waiting_mails_ending on private.waiting_mails (ending_of) where ending_of is not null;
create unique index waiting_mails_notices on private.waiting_mails (notices_to, notices_of) where notices_to is not null;
create unique index waiting_mails_invitation on private.waiting_mails (invitation_id) where invitation_id is not null;
