-- Null: as the role in the household suggests (owners and members yes, viewers no).
alter table public.profiles add column mail_week boolean;

-- Which week, or year, of which home was told to whom by mail: each once. `is_empty`: nothing was measured, and nothing was sent.
create table private.report_mails (
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  household_id uuid not null references public.households (id) on delete cascade,
  period text not null check (period ~ '^\d{4}(-W\d{2})?$'),
  told_at timestamptz not null default now(),
  is_empty boolean not null,
  primary key (user_id, household_id, period)
);
create index report_mails_household on private.report_mails (household_id);

-- A report is written when it is due, and waits as it is.
alter table private.waiting_mails add column report_to uuid references public.profiles (user_id) on delete cascade,
  add column report_of uuid references public.households (id) on delete cascade,
  add column subject text, add column body text, add column html text;
create index waiting_mails_report on private.waiting_mails (report_to) where report_to is not null;
alter table private.waiting_mails drop constraint waiting_mails_kind_check, drop constraint waiting_mails_check;
alter table private.waiting_mails
  add constraint waiting_mails_kind_check check (kind in
    ('contact', 'contact-received', 'faq-answered', 'faq-rejected', 'account-ending', 'account-event', 'notices', 'invitation', 'report')),
  add constraint waiting_mails_check check (num_nonnulls(message_id, request_id, ending_of, notices_to, invitation_id, event_id, report_to) = 1
    and (notices_to is null) = (notices_of is null) and (invitation_id is null) = (token is null)
    and (report_to is null) = (report_of is null) and num_nulls(report_to, subject, body, html) in (0, 4));
