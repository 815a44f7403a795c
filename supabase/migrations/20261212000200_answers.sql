-- What a message answers. Whoever takes a question back takes its answer too, even one that is being kept at that moment.
alter table public.assistant_messages add column question_id uuid;
alter table public.assistant_messages add foreign key (household_id, question_id)
  references public.assistant_messages (household_id, id) on delete cascade;
create index assistant_messages_question on public.assistant_messages (household_id, question_id);
