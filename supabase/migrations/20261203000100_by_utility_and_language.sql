-- A bill holds its amounts by utility and a frequent question its texts by language: another one of either needs no column.
-- Columns are changed in place: no trigger fires, and each stands where it stood. `amounts`: {utility: {used, estimated, cost}}, Wh or mL and
-- decimal texts; `question` and `answer`: {language: text}.
do $$
declare
  one regclass;
begin
  foreach one in array array['public.billing_records', 'public.billing_record_versions']::regclass[] loop
    execute format($sql$
      alter table %1$s alter column electricity_wh drop default;
      alter table %1$s alter column electricity_wh type jsonb using jsonb_build_object(
        'electricity', jsonb_build_object(
          'used', electricity_wh, 'estimated', electricity_estimated_wh, 'cost', trim_scale(electricity_cost)::text),
        'water', jsonb_build_object('used', water_ml, 'estimated', water_estimated_ml, 'cost', trim_scale(water_cost)::text));
      alter table %1$s rename column electricity_wh to amounts;
      alter table %1$s drop column electricity_estimated_wh, drop column water_ml, drop column water_estimated_ml,
        drop column electricity_cost, drop column water_cost;
    $sql$, one);
  end loop;
end $$;

-- Programs ask for these two by name; ours read `amounts`.
alter table public.billing_records
  add column water_cost numeric(16, 4) not null generated always as (coalesce((amounts #>> '{water,cost}')::numeric, 0)) stored,
  add column electricity_cost numeric(16, 4) not null generated always as (coalesce((amounts #>> '{electricity,cost}')::numeric, 0)) stored,
  add constraint billing_records_total_check check ((total_amount = private.costs_of(amounts)) is true);

alter table public.faq_entries drop constraint faq_entries_question_en_check, drop constraint faq_entries_answer_en_check;
alter table public.faq_entries
  alter column question_en type jsonb using jsonb_build_object('en', question_en, 'es', question_es, 'hi', question_hi),
  alter column answer_en type jsonb using jsonb_build_object('en', answer_en, 'es', answer_es, 'hi', answer_hi);
alter table public.faq_entries rename column question_en to question;
alter table public.faq_entries rename column answer_en to answer;
alter table public.faq_entries
  drop column question_es, drop column question_hi, drop column answer_es, drop column answer_hi,
  add constraint faq_entries_question_check check (private.are_lines(question, 200)),
  add constraint faq_entries_answer_check check (private.are_texts(answer, 2000));
