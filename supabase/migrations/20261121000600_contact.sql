-- What people write to us, the frequent questions with their answers, questions that are asked for, and mails that wait.

create function private.is_text(p_text text, p_most integer) returns boolean
language sql immutable as $$
  select length(p_text) <= p_most and p_text ~ '[^[:space:]]' and p_text !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]'
$$;
-- One line: what stands in a mail's head must not begin another.
create function private.is_line(p_text text, p_most integer) returns boolean
language sql immutable as $$ select private.is_text(p_text, p_most) and p_text !~ '[\n\r\t\u0085\u2028\u2029]' $$;
grant execute on function private.is_text(text, integer), private.is_line(text, integer) to anon, authenticated;

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 120)),
  email text not null check (private.is_line(email, 254) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  phone text check (private.is_line(phone, 40)),
  topic text not null check (topic in ('general', 'support', 'sales', 'partnership')),
  subject text not null check (private.is_line(subject, 160)),
  message text not null check (private.is_text(message, 5000)),
  language text not null check (language in ('en', 'es', 'hi')),
  -- The account that was signed in; forgotten with it.
  user_id uuid,
  created_at timestamptz not null default now(),
  -- When it had reached the address for messages; null while it waits.
  mailed_at timestamptz
);
create index contact_messages_created on public.contact_messages (created_at desc);

create table public.faq_entries (
  id uuid primary key default gen_random_uuid(),
  -- The end of its address: /contact#faq-<key>.
  key text not null unique default substr(replace(gen_random_uuid()::text, '-', ''), 1, 10) check (key ~ '^[a-z0-9-]{1,40}$'),
  category text not null check (category in ('basics', 'figures', 'hardware', 'bills', 'privacy', 'running')),
  position integer not null default 0,
  is_published boolean not null default true,
  question_en text not null check (private.is_line(question_en, 200)),
  question_es text not null check (private.is_line(question_es, 200)),
  question_hi text not null check (private.is_line(question_hi, 200)),
  answer_en text not null check (private.is_text(answer_en, 2000)),
  answer_es text not null check (private.is_text(answer_es, 2000)),
  answer_hi text not null check (private.is_text(answer_hi, 2000)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.faq_requests (
  id uuid primary key default gen_random_uuid(),
  question text not null check (private.is_line(question, 500)),
  language text not null check (language in ('en', 'es', 'hi')),
  user_id uuid,
  -- Where the asker wants to hear of the answer.
  email text check (private.is_line(email, 254) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- Why it was rejected, in the words that the asker reads.
  reason text check (private.is_text(reason, 500)),
  entry_id uuid references public.faq_entries (id) on delete set null,
  created_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  check (status = 'rejected' or reason is null),
  check (status = 'approved' or entry_id is null)
);
create index faq_requests_status on public.faq_requests (status, created_at desc);
create index faq_requests_user on public.faq_requests (user_id) where user_id is not null;
create index faq_requests_entry on public.faq_requests (entry_id) where entry_id is not null;

-- Mails that wait for a server. A row goes when its mail has gone; what has waited too long is given up.
create table private.waiting_mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('contact', 'contact-received', 'faq-answered', 'faq-rejected')),
  message_id uuid references public.contact_messages (id) on delete cascade,
  request_id uuid references public.faq_requests (id) on delete cascade,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  check ((message_id is null) <> (request_id is null))
);
create index waiting_mails_due on private.waiting_mails (due_at);
create unique index waiting_mails_message on private.waiting_mails (message_id, kind) where message_id is not null;
create index waiting_mails_request on private.waiting_mails (request_id) where request_id is not null;

alter table public.contact_messages enable row level security;
alter table public.faq_entries enable row level security;
alter table public.faq_requests enable row level security;
revoke all on public.contact_messages, public.faq_entries, public.faq_requests from anon, authenticated;
revoke all on private.waiting_mails from public, anon, authenticated, wattershed_engine;

grant select, delete on public.contact_messages to authenticated;
grant select on public.faq_entries to anon, authenticated;
grant insert (category, position, is_published, question_en, question_es, question_hi, answer_en, answer_es, answer_hi),
  update (category, position, is_published, question_en, question_es, question_hi, answer_en, answer_es, answer_hi),
  delete on public.faq_entries to authenticated;
grant select, update (status, reason, entry_id), delete on public.faq_requests to authenticated;

create policy messages_read on public.contact_messages for select to authenticated using (private.is_administrator());
create policy messages_remove on public.contact_messages for delete to authenticated using (private.is_administrator());
create policy faq_read on public.faq_entries for select to anon, authenticated using (is_published or private.is_administrator());
create policy faq_add on public.faq_entries for insert to authenticated with check (private.is_administrator());
create policy faq_change on public.faq_entries for update to authenticated
  using (private.is_administrator()) with check (private.is_administrator());
create policy faq_remove on public.faq_entries for delete to authenticated using (private.is_administrator());
create policy requests_read on public.faq_requests for select to authenticated
  using (user_id = auth.uid() or private.is_administrator());
create policy requests_decide on public.faq_requests for update to authenticated
  using (private.is_administrator()) with check (private.is_administrator());
create policy requests_remove on public.faq_requests for delete to authenticated using (private.is_administrator());

create function private.touch_faq_entry() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger touch_faq_entry before update on public.faq_entries for each row execute function private.touch_faq_entry();

-- Who decided and when is the database's to say.
create function private.stamp_faq_decision() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'pending' then new.reason := null; new.entry_id := null; end if;
  if new.status is distinct from old.status then
    new.decided_by := case when new.status <> 'pending' then auth.uid() end;
    new.decided_at := case when new.status <> 'pending' then now() end;
  end if;
  return new;
end $$;
create trigger stamp_faq_decision before update on public.faq_requests for each row execute function private.stamp_faq_decision();

-- Who gave an address hears of the decision, once.
create function private.tell_faq_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_mails where request_id = new.id;
  if new.status <> 'pending' and new.email is not null then
    insert into private.waiting_mails (kind, request_id)
    values (case new.status when 'approved' then 'faq-answered' else 'faq-rejected' end, new.id);
  end if;
  return null;
end $$;
create trigger tell_faq_decision after update of status on public.faq_requests for each row
  when (new.status is distinct from old.status) execute function private.tell_faq_decision();

create function private.forget_correspondent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.contact_messages set user_id = null where user_id = old.id;
  update public.faq_requests set user_id = null, email = null where user_id = old.id;
  return null;
end $$;
create trigger forget_correspondent after delete on auth.users for each row execute function private.forget_correspondent();

-- The message, and in the same transaction the mails that it asks for. p_confirm: the sender gets a confirmation.
create function private.add_contact_message(p_name text, p_email text, p_phone text, p_topic text, p_subject text, p_message text,
  p_language text, p_user uuid, p_confirm boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare made uuid;
begin
  insert into public.contact_messages (name, email, phone, topic, subject, message, language, user_id)
  values (p_name, p_email, p_phone, p_topic, p_subject, p_message, p_language, p_user) returning id into made;
  insert into private.waiting_mails (kind, message_id) values ('contact', made);
  if p_confirm then insert into private.waiting_mails (kind, message_id) values ('contact-received', made); end if;
  return made;
end $$;

-- The same question by the same account or address, still open, is one request.
create function private.add_faq_request(p_question text, p_language text, p_email text, p_user uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare made uuid;
begin
  select r.id into made from public.faq_requests r
  where r.status = 'pending' and lower(r.question) = lower(p_question)
    and ((p_user is not null and r.user_id = p_user) or (p_email is not null and lower(r.email) = lower(p_email)));
  if made is null then
    insert into public.faq_requests (question, language, email, user_id) values (p_question, p_language, p_email, p_user)
    returning id into made;
  end if;
  return made;
end $$;

-- Due mails, taken for p_lease_s seconds: who takes them sends them, and a process that dies gives them back by that time.
-- Each attempt doubles the pause, up to an hour. A confirmation or an answer is given up after three days, a message to us never.
create function private.take_waiting_mails(p_most integer, p_lease_s integer)
returns table (id bigint, kind text, attempts integer, recipient text, reference text, language text, name text, email text, phone text, topic text,
  subject text, message text, sent_at timestamptz, question text, reason text, entry_key text, answer text)
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_mails w where w.kind <> 'contact' and w.created_at < now() - interval '3 days';
  return query
  with due as (
    select w.id from private.waiting_mails w where w.due_at <= now() order by w.due_at limit p_most for update skip locked
  ), taken as (
    update private.waiting_mails w set attempts = w.attempts + 1,
      due_at = now() + make_interval(secs => greatest(p_lease_s, least(3600, 30 * 2 ^ least(w.attempts, 7))))
    from due where w.id = due.id returning w.id, w.kind, w.attempts, w.message_id, w.request_id
  )
  select t.id, t.kind, t.attempts,
    case t.kind when 'contact' then null when 'contact-received' then m.email else r.email end,
    left(m.id::text, 8), coalesce(m.language, r.language), m.name, m.email, m.phone, m.topic, m.subject, m.message, m.created_at,
    coalesce(case r.language when 'es' then e.question_es when 'hi' then e.question_hi else e.question_en end, r.question), r.reason, e.key,
    case r.language when 'es' then e.answer_es when 'hi' then e.answer_hi else e.answer_en end
  from taken t left join public.contact_messages m on m.id = t.message_id
  left join public.faq_requests r on r.id = t.request_id left join public.faq_entries e on e.id = r.entry_id
  order by t.id;
end $$;

-- It has gone, or its server will never take it.
create function private.settle_mail(p_id bigint, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare done private.waiting_mails;
begin
  delete from private.waiting_mails w where w.id = p_id returning * into done;
  if p_sent and done.kind = 'contact' then
    update public.contact_messages set mailed_at = now() where id = done.message_id;
  end if;
end $$;

create function private.mail_queue(out waiting integer, out oldest_at timestamptz, out most_attempts integer)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer, min(created_at), coalesce(max(attempts), 0) from private.waiting_mails
$$;

-- For the report on this installation's health.
create function private.database_facts(out migration text, out connections integer, out busy integer, out newest_reading timestamptz, out bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('private_migrations.applied') is not null then
    execute 'select max(name) from private_migrations.applied' into migration;
  end if;
  select count(*), count(*) filter (where a.state = 'active') into connections, busy from pg_catalog.pg_stat_activity a
  where a.datname = current_database() and a.backend_type = 'client backend';
  select max(s.last_at) into newest_reading from public.meter_state s
  where s.household_id is distinct from (select demo_household_id from private.settings);
  bytes := pg_database_size(current_database());
end $$;

-- The language chosen on the Profile is also the one of the mails that sign-in sends.
create function private.carry_language() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users u set raw_user_meta_data = coalesce(u.raw_user_meta_data::jsonb, '{}') || jsonb_build_object('language', new.language)
  where u.id = new.user_id;
  return null;
end $$;
create trigger carry_language after update of language on public.profiles for each row
  when (new.language is distinct from old.language) execute function private.carry_language();

grant execute on function private.add_contact_message(text, text, text, text, text, text, text, uuid, boolean),
  private.add_faq_request(text, text, text, uuid), private.take_waiting_mails(integer, integer), private.settle_mail(bigint, boolean),
  private.mail_queue(), private.database_facts() to wattershed_engine;

insert into public.faq_entries (key, category, position, question_en, question_es, question_hi, answer_en, answer_es, answer_hi) values
('what', 'basics', 1,
 'What is Wattershed?', '¿Qué es Wattershed?', 'Wattershed क्या है?',
 'A web app with which the people of a household watch their water and electricity, room by room. It turns the readings of your meters into plain answers: what runs now, which room takes what, and what has changed since last week.',
 'Una aplicación web con la que las personas de un hogar ven su agua y su electricidad, habitación por habitación. Convierte las lecturas de tus contadores en respuestas claras: qué funciona ahora, cuánto gasta cada habitación y qué ha cambiado desde la semana pasada.',
 'एक वेब ऐप, जिससे घर के लोग अपना पानी और अपनी बिजली कमरे-दर-कमरे देखते हैं। यह आपके मीटरों की रीडिंग को सीधे जवाबों में बदलता है: अभी क्या चल रहा है, किस कमरे में कितना लगता है, और पिछले हफ़्ते से क्या बदला।'),
('sample', 'basics', 2,
 'What do “sample” and “simulated” mean?', '¿Qué significan «ejemplo» y «simulado»?', '“नमूना” और “कृत्रिम” का क्या मतलब है?',
 'Sample figures are invented: they show you what a page will look like while your household has no readings. The first real reading turns them off. Simulated figures belong to the demo household: thirteen months, minute by minute, made after published measurements of real homes. Both are labelled wherever they stand.',
 'Las cifras de ejemplo son inventadas: enseñan cómo será una página mientras tu hogar no tiene lecturas. La primera lectura real las quita. Las cifras simuladas son las del hogar de demostración: trece meses, minuto a minuto, hechos según mediciones publicadas de hogares reales. Unas y otras llevan su nombre allí donde aparecen.',
 'नमूना आँकड़े काल्पनिक हैं: जब तक आपके घर की कोई रीडिंग नहीं है, वे दिखाते हैं कि पेज कैसा लगेगा। पहली असली रीडिंग आते ही वे हट जाते हैं। कृत्रिम आँकड़े डेमो घर के हैं: तेरह महीने, मिनट-दर-मिनट, असली घरों के प्रकाशित मापों के अनुसार बनाए गए। दोनों जहाँ भी हों, उन पर लिखा होता है।'),
('guest', 'basics', 3,
 'What happens to what I change as a guest?', '¿Qué pasa con lo que cambio como invitado?', 'अतिथि के रूप में किए मेरे बदलावों का क्या होता है?',
 'You get a private view of the demo household: nobody else sees what you change. Until when it is kept is written on every page, and each visit moves that day. Under Profile you can make it your own account with an e-mail address and a password; then everything stays.',
 'Tienes una vista propia del hogar de demostración: nadie más ve lo que cambias. Hasta cuándo se guarda está escrito en cada página, y cada visita aplaza ese día. En Perfil puedes convertirlo en tu cuenta con un correo electrónico y una contraseña; entonces se queda todo.',
 'आपको डेमो घर का अपना निजी दृश्य मिलता है: आपके बदलाव और कोई नहीं देखता। यह कब तक रखा जाएगा, हर पेज पर लिखा है, और हर बार आने पर वह तारीख़ आगे बढ़ती है। प्रोफ़ाइल में ई-मेल पता और पासवर्ड देकर आप इसे अपना खाता बना सकते हैं; तब सब कुछ बना रहता है।'),
('languages', 'basics', 4,
 'Which languages does it speak?', '¿Qué idiomas habla?', 'यह किन भाषाओं में है?',
 'English, Spanish and Hindi, everywhere: pages, notices, errors and mails. Choose at the top of any page; this browser keeps your choice. The language on your Profile is the one of the mails that you get.',
 'Inglés, español e hindi, en todas partes: páginas, avisos, errores y correos. Elige en la parte de arriba de cualquier página; este navegador recuerda lo que eliges. El idioma de tu Perfil es el de los correos que recibes.',
 'अंग्रेज़ी, स्पेनिश और हिन्दी, हर जगह: पेज, सूचनाएँ, गड़बड़ियाँ और ई-मेल। किसी भी पेज के ऊपर भाषा चुनें; यह ब्राउज़र आपकी पसंद याद रखता है। आपको आने वाले ई-मेल उस भाषा में होते हैं जो आपकी प्रोफ़ाइल में है।'),
('estimated', 'figures', 1,
 'Why is a figure “estimated”?', '¿Por qué una cifra es «estimada»?', 'कोई आँकड़ा “अनुमानित” क्यों होता है?',
 'When a meter is silent for more than 65 minutes and then goes on, the total is known but not its course. What was used in between is spread evenly over the silence and called estimated. Where nothing came at all, the gap stays a gap.',
 'Cuando un contador calla más de 65 minutos y luego sigue, se conoce el total pero no su recorrido. Lo que se usó entretanto se reparte por igual sobre ese silencio y se llama estimado. Donde no llegó nada, el hueco sigue siendo un hueco.',
 'जब कोई मीटर 65 मिनट से ज़्यादा चुप रहकर फिर बोलता है, तो कुल मात्रा पता होती है, पर बीच का हाल नहीं। उस बीच जो ख़र्च हुआ, उसे चुप्पी पर बराबर बाँटा जाता है और अनुमानित कहा जाता है। जहाँ कुछ भी नहीं आया, वहाँ जगह ख़ाली ही रहती है।'),
('speed', 'figures', 2,
 'How soon do I see a new reading?', '¿Cuánto tarda en verse una lectura nueva?', 'नई रीडिंग कितनी जल्दी दिखती है?',
 'A page that is open follows the meters by itself: a new reading is on it within two seconds, without reloading. How often readings come is up to your hardware.',
 'Una página abierta sigue a los contadores por sí sola: una lectura nueva está en ella en menos de dos segundos, sin recargar. Cada cuánto llegan las lecturas depende de tu equipo.',
 'खुला हुआ पेज अपने-आप मीटरों के साथ चलता है: नई रीडिंग दो सेकंड के भीतर उस पर होती है, पेज दोबारा खोले बिना। रीडिंग कितनी बार आएँ, यह आपके उपकरण पर है।'),
('nonsense', 'figures', 3,
 'What if a meter jumps or starts again?', '¿Y si un contador da un salto o vuelve a empezar?', 'अगर मीटर अचानक उछले या फिर से शुरू हो?',
 'A value that the meter could not have passed is set aside and shown under Devices: you go on from it, or discard it. A counter that falls by more than half counts as a restart, never as negative use. A late reading corrects exactly the hours that it belongs to.',
 'Un valor que el contador no ha podido alcanzar se aparta y se muestra en Dispositivos: sigues desde él o lo descartas. Un contador que baja más de la mitad cuenta como un reinicio, nunca como consumo negativo. Una lectura tardía corrige exactamente las horas a las que pertenece.',
 'जो मान मीटर छू ही नहीं सकता था, उसे अलग रखकर “उपकरण” पेज पर दिखाया जाता है: आप वहीं से आगे बढ़ें या उसे छोड़ दें। जो काउंटर आधे से ज़्यादा घट जाए, वह नई शुरुआत माना जाता है, ऋणात्मक खपत कभी नहीं। देर से आई रीडिंग ठीक उन्हीं घंटों को सुधारती है जिनकी वह है।'),
('hardware', 'hardware', 1,
 'Which hardware works with it?', '¿Qué equipos funcionan?', 'कौन-से यंत्र इसके साथ चलते हैं?',
 'Whatever can send a number over HTTP, by itself or through a home-automation system: a smart plug, a pulse counter on the water meter, a script. Electricity is sent in watt-hours, water in millilitres, as a counter value or as an amount for a span of time.',
 'Cualquiera que pueda enviar un número por HTTP, por sí mismo o a través de un sistema domótico: un enchufe inteligente, un contador de impulsos en el del agua, un script. La electricidad se envía en vatios hora y el agua en mililitros, como valor del contador o como cantidad de un intervalo.',
 'जो भी HTTP से एक संख्या भेज सके, ख़ुद या होम-ऑटोमेशन सिस्टम के ज़रिए: स्मार्ट प्लग, पानी के मीटर पर पल्स काउंटर, कोई स्क्रिप्ट। बिजली वॉट-घंटे में और पानी मिलीलीटर में भेजा जाता है, काउंटर के मान के रूप में या किसी अवधि की मात्रा के रूप में।'),
('send', 'hardware', 2,
 'How do I send my first reading?', '¿Cómo envío mi primera lectura?', 'पहली रीडिंग कैसे भेजूँ?',
 'Add a device: its meter gets a key such as kitchen-electricity. Then make a token under Devices, Connect real hardware. The page shows the whole command with your token in it and waits until the first reading arrives. Sending the same reading twice does no harm.',
 'Añade un dispositivo: su contador recibe un nombre corto, como kitchen-electricity. Después crea una clave de envío en Dispositivos, Conectar equipos reales. La página muestra la orden completa con tu clave dentro y espera hasta que llega la primera lectura. Enviar dos veces la misma lectura no hace daño.',
 'एक उपकरण जोड़ें: उसके मीटर को kitchen-electricity जैसी कुंजी मिलती है। फिर “उपकरण” पेज से असली यंत्र जोड़ने वाले पेज पर टोकन बनाएँ। वह पेज आपके टोकन के साथ पूरी कमांड दिखाता है और पहली रीडिंग आने तक रुकता है। एक ही रीडिंग दो बार भेजने से कुछ नहीं बिगड़ता।'),
('csv', 'hardware', 3,
 'Can I bring in old readings from a file?', '¿Puedo traer lecturas antiguas de un archivo?', 'क्या मैं फ़ाइल से पुरानी रीडिंग ला सकता हूँ?',
 'Yes. Devices, Import a file takes CSV and similar text files of up to 512 MB, packed with gzip too. You see what was found, choose units and meters, and only then start. Importing the same file again adds nothing twice.',
 'Sí. En Dispositivos, Importar un archivo, se admiten CSV y textos parecidos de hasta 512 MB, también comprimidos con gzip. Ves lo que se ha encontrado, eliges unidades y contadores, y solo entonces empieza. Importar otra vez el mismo archivo no duplica nada.',
 'हाँ। “उपकरण” पेज पर फ़ाइल आयात करने की जगह 512 MB तक की CSV और ऐसी ही टेक्स्ट फ़ाइलें लेती है, gzip में बंद भी। जो मिला वह दिखता है, आप इकाइयाँ और मीटर चुनते हैं, और तभी काम शुरू होता है। वही फ़ाइल दोबारा आयात करने से कुछ दो बार नहीं जुड़ता।'),
('so-far', 'bills', 1,
 'What does “so far” mean on a bill?', '¿Qué significa «hasta ahora» en una factura?', 'बिल पर “अब तक” का क्या मतलब है?',
 'A bill belongs to a period that is over. The period that is still running is never among the bills: it stands apart as “so far” and changes with every reading. On each bill water and electricity add up to the total, to the cent.',
 'Una factura pertenece a un periodo terminado. El periodo en curso nunca está entre las facturas: aparece aparte como «hasta ahora» y cambia con cada lectura. En cada factura, el agua y la electricidad suman el total, al céntimo.',
 'बिल उस अवधि का होता है जो पूरी हो चुकी है। जो अवधि अभी चल रही है, वह बिलों में नहीं होती: वह अलग से “अब तक” के रूप में दिखती है और हर रीडिंग के साथ बदलती है। हर बिल पर पानी और बिजली का जोड़ पैसे-पैसे तक कुल रक़म के बराबर होता है।'),
('who-sees', 'privacy', 1,
 'Who can see my readings?', '¿Quién puede ver mis lecturas?', 'मेरी रीडिंग कौन देख सकता है?',
 'The members of your household. The database itself keeps one household from another, not only the pages. There are no advertisements and no tracking. Whoever runs the computer that Wattershed runs on has access to its database, as with any server.',
 'Los miembros de tu hogar. Es la propia base de datos la que separa un hogar de otro, no solo las páginas. No hay anuncios ni rastreo. Quien administra el ordenador en el que funciona Wattershed tiene acceso a su base de datos, como en cualquier servidor.',
 'आपके घर के सदस्य। एक घर को दूसरे से डेटाबेस ख़ुद अलग रखता है, सिर्फ़ पेज नहीं। न विज्ञापन हैं, न ट्रैकिंग। जिस कंप्यूटर पर Wattershed चलता है, उसे चलाने वाले की पहुँच उसके डेटाबेस तक होती है, जैसे हर सर्वर पर।'),
('export', 'privacy', 2,
 'How do I take my data with me, or have it deleted?', '¿Cómo me llevo mis datos, o los borro?', 'अपना डेटा साथ कैसे ले जाऊँ, या हटवाऊँ?',
 'Both are under Profile. The export is a ZIP file with everything that is yours, as CSV and JSON. Deleting the account waits seven days, in which you can change your mind; then it is carried out. A household that you own can be handed over to another member first.',
 'Las dos cosas están en Perfil. La exportación es un archivo ZIP con todo lo tuyo, en CSV y JSON. El borrado de la cuenta espera siete días, en los que puedes cambiar de idea; después se lleva a cabo. Si un hogar es tuyo, antes puedes pasarlo a otro miembro.',
 'दोनों प्रोफ़ाइल में हैं। निर्यात एक ZIP फ़ाइल है, जिसमें आपका सब कुछ CSV और JSON में होता है। खाता हटाने से पहले सात दिन का इंतज़ार होता है, जिसमें आप मन बदल सकते हैं; फिर वह हटा दिया जाता है। जो घर आपका है, उसे पहले किसी दूसरे सदस्य को सौंपा जा सकता है।'),
('messages', 'privacy', 3,
 'What happens to a message that I send here?', '¿Qué pasa con un mensaje que envío aquí?', 'यहाँ भेजे गए संदेश का क्या होता है?',
 'It is kept in the database of this installation and mailed to the people who run it. They answer to the address that you gave. No third party is involved, and there is no puzzle to solve: a limit on how many messages one can send keeps machines away.',
 'Se guarda en la base de datos de esta instalación y se envía por correo a quienes la llevan. Te responden a la dirección que has dado. No interviene nadie más, y no hay acertijos que resolver: un límite de mensajes mantiene alejadas a las máquinas.',
 'वह इस इंस्टॉलेशन के डेटाबेस में रखा जाता है और इसे चलाने वालों को ई-मेल से भेजा जाता है। वे आपके दिए पते पर जवाब देते हैं। बीच में कोई तीसरा नहीं है, और कोई पहेली हल नहीं करनी पड़ती: संदेशों की गिनती पर सीमा मशीनों को दूर रखती है।'),
('self-host', 'running', 1,
 'Can I run it on my own computer?', '¿Puedo usarlo en mi propio ordenador?', 'क्या मैं इसे अपने कंप्यूटर पर चला सकता हूँ?',
 'Yes. It is open source (Apache 2.0) and needs nothing but Node: npm start installs, builds and starts it, with a PostgreSQL database of its own. Nothing leaves that computer unless you send it. A hosted Supabase can take the place of that database.',
 'Sí. Es de código abierto (Apache 2.0) y solo necesita Node: npm start lo instala, lo construye y lo arranca, con su propia base de datos PostgreSQL. Nada sale de ese ordenador si tú no lo envías. Un Supabase alojado puede ocupar el lugar de esa base de datos.',
 'हाँ। यह ओपन सोर्स (Apache 2.0) है और इसे Node के सिवा कुछ नहीं चाहिए: npm start इसे इंस्टॉल करता, बनाता और चलाता है, अपने PostgreSQL डेटाबेस के साथ। उस कंप्यूटर से कुछ भी बाहर नहीं जाता, जब तक आप ख़ुद न भेजें। उस डेटाबेस की जगह होस्ट किया हुआ Supabase भी ले सकता है।'),
('backup', 'running', 2,
 'How do I back it up?', '¿Cómo hago una copia de seguridad?', 'इसका बैकअप कैसे लूँ?',
 'Stop Wattershed and copy its data folder as a whole: the database, its secrets and the uploads are in it. If you use a hosted database, use its own backups.',
 'Para Wattershed y copia entera su carpeta de datos: en ella están la base de datos, sus secretos y los archivos subidos. Si usas una base de datos alojada, usa sus propias copias de seguridad.',
 'Wattershed को रोकें और उसका डेटा फ़ोल्डर पूरा कॉपी करें: डेटाबेस, उसकी गुप्त कुंजियाँ और अपलोड की गई फ़ाइलें उसी में हैं। अगर डेटाबेस होस्ट किया हुआ है, तो उसी के बैकअप काम में लें।');

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
