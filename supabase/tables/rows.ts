/** Made from the database; `npx vitest run -u supabase/tests/row-types.test.ts` makes it again. */
import type { Language, NoticeKind, Utility } from '#catalogue/index.ts';
import type {
  AssistantExtrasRow,
  BillAmountsRow,
  BillDayRow,
  BillLineRow,
  BillTariffRow,
  ImportBill,
  ImportColumn,
  ImportCost,
  ImportReading,
  NoticeFigures,
  PullSettings,
  SwitchCommand,
  TariffFactsRow,
  TariffPlanRow,
  TranslatedWords,
} from './json-columns.ts';

export interface Tables {
  account_endings: {
    user_id: string;
    asked_at: string;
    due_at: string;
    heirs: unknown;
  };
  administrators: {
    user_id: string;
    granted_at: string;
  };
  assistant_actions: {
    household_id: string;
    id: string;
    user_id: string;
    device_id: string;
    wanted: boolean;
    proposed_at: string;
    until: string;
    settled_at: string | null;
    result: 'done' | 'noted' | 'no-answer' | 'declined' | null;
  };
  assistant_messages: {
    household_id: string;
    id: string;
    user_id: string;
    role: 'user' | 'assistant';
    content: string;
    extras: AssistantExtrasRow;
    created_at: string;
    question_id: string | null;
  };
  assistant_tokens: {
    id: string;
    household_id: string;
    user_id: string;
    name: string;
    hint: string;
    created_at: string;
    last_used_at: string | null;
  };
  billing_cycles: {
    household_id: string;
    kind: 'dates' | 'reads';
    month_days: string[];
    read_days: string[];
  };
  billing_evidence: {
    household_id: string;
    bill_id: string;
    version: number;
    tariffs: BillTariffRow[];
    days: BillDayRow[];
    days_key: string;
  };
  billing_record_versions: {
    household_id: string;
    bill_id: string;
    version: number;
    period_start: string;
    period_end: string;
    currency: string;
    total_amount: number;
    lines: BillLineRow[];
    amounts: BillAmountsRow;
    coverage: number | null;
    unpriced_days: number;
    made_at: string;
    replaced_at: string;
    reason: 'tariff' | 'use' | 'withdrawn';
  };
  billing_records: {
    household_id: string;
    id: string;
    user_id: string;
    period_start: string;
    period_end: string;
    currency: string;
    total_amount: number;
    created_at: string;
    lines: BillLineRow[];
    amounts: BillAmountsRow;
    coverage: number | null;
    unpriced_days: number;
    version: number;
    corrected_at: string | null;
    water_cost: number;
    electricity_cost: number;
  };
  budgets: {
    household_id: string;
    utility: Utility;
    amount: number;
  };
  channels: {
    household_id: string;
    id: string;
    source: string;
    device: string;
    part: string;
    name: string;
    room: string;
    model: string;
    utility: Utility | null;
    command: SwitchCommand | null;
    is_on: boolean | null;
    is_online: boolean | null;
    last_value: number | null;
    last_at: string | null;
    device_id: string | null;
    meter_id: number | null;
    is_ignored: boolean;
    found_at: string;
    is_simulated: boolean;
    flow: 'drawn' | 'returned' | 'produced' | 'charged' | 'discharged' | null;
    register_of: string | null;
    charge: number | null;
    charge_at: string | null;
    rolls_over_at: number | null;
  };
  community_likes: {
    post_id: number;
    user_id: string;
    created_at: string;
  };
  community_posts: {
    id: number;
    kind: 'announcement' | 'discussion' | 'event' | 'resource';
    title: string;
    body: string;
    link: string | null;
    place: string | null;
    starts_at: string | null;
    ends_at: string | null;
    language: Language;
    author_name: string | null;
    by_administrator: boolean;
    created_at: string;
    edited_at: string | null;
    pinned: boolean;
    closed_at: string | null;
    reply_count: number;
    like_count: number;
  };
  community_replies: {
    id: number;
    post_id: number;
    body: string;
    language: Language;
    author_name: string | null;
    by_administrator: boolean;
    created_at: string;
    edited_at: string | null;
    like_count: number;
  };
  community_reply_likes: {
    reply_id: number;
    user_id: string;
    created_at: string;
  };
  community_reports: {
    id: number;
    post_id: number | null;
    reply_id: number | null;
    reason: 'spam' | 'unkind' | 'private' | 'false' | 'other';
    text: string;
    created_at: string;
    settled_at: string | null;
    outcome: 'hidden' | 'dismissed' | null;
  };
  connected_devices: {
    household_id: string;
    id: string;
    user_id: string;
    name: string;
    room: string;
    utility: Utility;
    is_active: boolean;
    created_at: string;
  };
  contact_messages: {
    id: string;
    name: string;
    email: string;
    phone: string | null;
    topic: 'general' | 'support' | 'sales' | 'partnership';
    subject: string;
    message: string;
    language: Language;
    user_id: string | null;
    created_at: string;
    mailed_at: string | null;
  };
  cost_policies: {
    household_id: string;
    fixed: 'apart' | 'by-use' | 'evenly';
    common: 'apart' | 'by-use' | 'evenly';
    common_rooms: string[];
  };
  data_pushes: {
    household_id: string;
    kind: 'influx' | 'webhook';
    host: string;
    created_by: string;
    created_at: string;
    sent_at: string | null;
    sent_until: string | null;
    fault: 'not-allowed' | 'unreachable' | 'refused' | 'not-found' | 'not-understood' | 'secret-lost' | null;
    fault_at: string | null;
  };
  day_colours: {
    household_id: string;
    series: string;
    day: string;
    colour: string;
  };
  device_commands: {
    household_id: string;
    id: string;
    device_id: string;
    wanted: boolean;
    user_id: string | null;
    asked_at: string;
    settled_at: string | null;
    result: 'confirmed' | 'no-answer' | null;
  };
  device_rooms: {
    household_id: string;
    id: number;
    device_id: string;
    room: string;
    since: string | null;
    made_by: string | null;
    made_at: string;
  };
  device_schedules: {
    household_id: string;
    id: string;
    device_id: string;
    is_on: boolean;
    days: number;
    minute: number | null;
    sun: 'sunrise' | 'sunset' | null;
    offset_min: number;
    is_enabled: boolean;
    created_by: string | null;
    created_at: string;
    next_at: string | null;
    is_planned: boolean;
  };
  emission_factors: {
    household_id: string;
    utility: Utility;
    valid_from: string;
    g_per_unit: number;
    reference: string;
  };
  energy_factors: {
    household_id: string;
    utility: Utility;
    valid_from: string;
    kwh_per_m3: number;
  };
  faq_entries: {
    id: string;
    key: string;
    category: 'basics' | 'figures' | 'hardware' | 'bills' | 'privacy' | 'running';
    position: number;
    is_published: boolean;
    question: TranslatedWords;
    answer: TranslatedWords;
    created_at: string;
    updated_at: string;
  };
  faq_requests: {
    id: string;
    question: string;
    language: Language;
    user_id: string | null;
    email: string | null;
    status: 'pending' | 'approved' | 'rejected';
    reason: string | null;
    entry_id: string | null;
    created_at: string;
    decided_by: string | null;
    decided_at: string | null;
  };
  home_absences: {
    household_id: string;
    id: string;
    starts: string;
    ends: string | null;
    created_by: string | null;
    created_at: string;
  };
  home_changes: {
    household_id: string;
    id: string;
    name: string;
    utility: Utility;
    meter_id: number | null;
    day: string;
    advice: string | null;
    state: 'made' | 'declined';
    created_by: string | null;
    created_at: string;
  };
  household_invitations: {
    id: string;
    household_id: string;
    role: 'member' | 'viewer';
    switch_rooms: string[] | null;
    email: string | null;
    made_by: string | null;
    created_at: string;
    expires_at: string;
    used_at: string | null;
    used_by: string | null;
    revoked_at: string | null;
  };
  household_members: {
    household_id: string;
    user_id: string;
    role: 'owner' | 'member' | 'viewer';
    created_at: string;
    switch_rooms: string[] | null;
  };
  households: {
    id: string;
    owner_id: string | null;
    kind: 'home' | 'demo' | 'guest';
    name: string;
    time_zone: string;
    currency: string;
    units: 'metric' | 'us';
    country: string | null;
    billing_day: number;
    created_at: string;
    has_readings: boolean;
    latitude: number | null;
    longitude: number | null;
    keep_months: number | null;
    time_zone_chosen: boolean;
    residents: number | null;
    dwelling: 'house' | 'flat' | null;
  };
  imports: {
    household_id: string;
    id: string;
    user_id: string;
    file_name: string;
    began_at: string;
    ended_at: string | null;
    error: string | null;
    rows: number;
    accepted: number;
    duplicate: number;
    rejected: number;
    devices: string[];
    undo_began_at: string | null;
    undone_at: string | null;
    undone_by: string | null;
    costs: ImportCost[];
    bills: ImportBill[];
    fingerprint: string | null;
    columns: ImportColumn[];
    may_be_early: boolean;
    options: ImportReading | null;
  };
  ingest_tokens: {
    id: number;
    household_id: string | null;
    scope: 'household' | 'fleet';
    name: string;
    hint: string;
    created_by: string | null;
    created_at: string;
    last_used_at: string | null;
    revoked_at: string | null;
  };
  market_colours: {
    series: string;
    day: string;
    colour: string;
  };
  market_prices: {
    series: string;
    starts_at: string;
    step_s: number;
    price: number;
    tax: 'included' | 'excluded' | null;
    price_with_tax: number | null;
  };
  meter_parents: {
    household_id: string;
    id: number;
    meter_id: number;
    parent_meter_id: number | null;
    since: string | null;
    made_by: string | null;
    made_at: string;
  };
  meter_parts: {
    household_id: string;
    utility: string;
    room: string;
    device_id: string;
    source_household: string;
    source_meter: number;
    sign: number;
    is_root: boolean;
    flow: string;
    grain: 'month' | 'day' | 'quarter';
    since: string;
    until: string;
    first_day: string;
    end_day: string;
  };
  meter_state: {
    household_id: string;
    meter_id: number;
    revision: number;
    last_at: string | null;
    last_value: number | null;
    last_used: number | null;
    last_span_s: number | null;
    carry: number;
    quarter: string | null;
    used: number;
    estimated: number;
    imported: number;
    covered_s: number;
    kept_from: string | null;
    fell_at: string | null;
    fell_from: number | null;
  };
  meters: {
    household_id: string;
    id: number;
    device_id: string;
    utility: Utility;
    flow: 'drawn' | 'returned' | 'produced' | 'charged' | 'discharged';
    key: string;
    reading_kind: 'counter' | 'interval' | null;
    parent_meter_id: number | null;
    max_per_hour: number;
    max_gap_s: number;
    template_household_id: string | null;
    template_meter_id: number | null;
    created_at: string;
    facts: string;
    quarantined: number;
    rolls_over_at: number | null;
    register_unit: 'Wh' | 'kWh' | 'MWh' | 'MJ' | 'GJ' | 'mL' | 'L' | 'm3' | 'gal' | 'ft3' | null;
  };
  notice_quiet_hours: {
    user_id: string;
    starts: string;
    ends: string;
  };
  notice_ways: {
    id: string;
    user_id: string;
    way: 'push' | 'webhook' | 'ntfy' | 'matrix';
    label: string;
    host: string;
    fingerprint: string | null;
    created_at: string;
    last_ok_at: string | null;
    fault: 'not-allowed' | 'unreachable' | 'refused' | 'not-found' | 'not-understood' | 'secret-lost' | 'gone' | null;
    fault_at: string | null;
    missed_at: string | null;
  };
  notice_wishes: {
    user_id: string;
    way: 'mail' | 'push' | 'webhook' | 'ntfy' | 'matrix';
    kind_group: 'water' | 'silent' | 'house' | 'meters' | 'use' | 'budgets';
    is_wanted: boolean;
  };
  notices: {
    household_id: string;
    id: string;
    kind: NoticeKind;
    meter_id: number | null;
    since: string;
    noticed_at: string;
    ended_at: string | null;
    figures: NoticeFigures;
    mail_at: string;
    dismissed_at: string | null;
    dismissed_by: string | null;
    utility: Utility | null;
    dismissed_as: 'fixed' | 'fine' | 'right' | null;
  };
  notices_seen: {
    household_id: string;
    user_id: string;
    seen_until: string;
  };
  open_readings: {
    household_id: string;
    meter_id: number;
    at: string;
    value: number;
    span_s: number | null;
    source: number;
  };
  outdoor_temperatures: {
    household_id: string;
    day: string;
    tenths: number;
  };
  packed_days: {
    household_id: string;
    meter_id: number;
    day: string;
    n: number;
    first_s: number;
    step_s: number | null;
    offsets: number[] | null;
    first_value: number | null;
    deltas: number[] | null;
    span_s: number | null;
    spans: number[] | null;
    sources: number[] | null;
    used: number[] | null;
    estimated: number[] | null;
    imported: number[] | null;
    covered_s: number[] | null;
  };
  payment_entries: {
    household_id: string;
    id: string;
    utility: Utility;
    day: string;
    kind: 'opening' | 'payment' | 'top-up' | 'refund' | 'arrears' | 'correction';
    amount: number;
    currency: string;
    note: string | null;
    undone_at: string | null;
    created_at: string;
  };
  payment_ways: {
    household_id: string;
    id: string;
    utility: Utility;
    valid_from: string;
    kind: 'after-bill' | 'instalments' | 'prepaid';
    amount: number | null;
    every_months: number | null;
    due_day: number | null;
    first_due: string | null;
    is_automatic: boolean;
    year_start: string | null;
    recovery_percent: number | null;
    recovery_weekly: number | null;
    emergency_credit: number | null;
    currency: string;
  };
  places: {
    household_id: string;
    name: string;
    inside: string;
  };
  polled_devices: {
    household_id: string;
    id: string;
    source: string;
    address: string;
    device: string | null;
    fault: 'not-allowed' | 'unreachable' | 'refused' | 'key-refused' | 'other-certificate' | 'not-understood' | null;
    fault_at: string | null;
    added_at: string;
  };
  price_points: {
    household_id: string;
    series: string;
    starts_at: string;
    step_s: number;
    price: number;
    tax: 'included' | 'excluded' | null;
    price_with_tax: number | null;
  };
  profiles: {
    user_id: string;
    display_name: string;
    language: Language;
    is_guest: boolean;
    last_seen_at: string;
    created_at: string;
    current_household: string | null;
    skips_first_steps: boolean;
    community_seen: number;
    mail_week: boolean | null;
  };
  pulls: {
    household_id: string;
    id: string;
    kind: string;
    meter_id: number | null;
    settings: PullSettings;
    set_up_by: string;
    added_at: string;
    since: string;
    pulled_to: string;
    is_filled: boolean;
    succeeded_at: string | null;
    rejected: number;
    fault: 'unreachable' | 'busy' | 'key-refused' | 'not-understood' | 'nothing-there' | 'not-allowed' | 'key-lost' | 'no-right' | 'place-missing' | null;
    fault_at: string | null;
    failures: number;
    is_paused: boolean;
    next_at: string;
  };
  quarantined_readings: {
    household_id: string;
    id: number;
    meter_id: number;
    at: string;
    span_s: number | null;
    value: number;
    reason: 'implausible-jump' | 'negative-amount' | 'counter-fell' | 'two-counters';
    received_at: string;
  };
  repairs: {
    household_id: string;
    id: number;
    meter_id: number;
    kind: 'add' | 'believe' | 'discard' | 'exchange' | 'remove' | 'correct' | 'limits';
    first_day: string | null;
    last_day: string | null;
    used_before: number;
    used_after: number;
    change: unknown;
    made_by: string;
    made_at: string;
    undone_by: string | null;
    undone_at: string | null;
  };
  tariffs: {
    household_id: string;
    id: string;
    utility: Utility;
    valid_from: string;
    currency: string;
    plan: TariffPlanRow;
    written: string | null;
    library_id: string | null;
    facts: TariffFactsRow;
    is_example: boolean;
    revision: number;
    created_at: string;
  };
  unread_messages: {
    household_id: string;
    id: number;
    door: string;
    place: string;
    reason: 'not-understood' | 'returned';
    payload: string;
    times: number;
    first_at: string;
    last_at: string;
  };
  usage_day: {
    household_id: string;
    meter_id: number;
    day: string;
    used: number;
    estimated: number;
    imported: number;
    covered_s: number;
  };
  usage_gap: {
    household_id: string;
    id: number;
    meter_id: number;
    start: string;
    ends: string;
    used: number;
    estimated: number;
    imported: number;
    covered_s: number;
  };
  usage_month: {
    household_id: string;
    meter_id: number;
    month: string;
    used: number;
    estimated: number;
    imported: number;
    covered_s: number;
  };
  usage_quarter: {
    household_id: string;
    meter_id: number;
    start: string;
    used: number;
    estimated: number;
    imported: number;
    covered_s: number;
  };
  utility_bills: {
    household_id: string;
    id: string;
    utility: Utility;
    period_start: string;
    period_end: string;
    currency: string;
    total: number;
    used: number | null;
    is_estimated: boolean;
    use_amount: number | null;
    fixed_amount: number | null;
    tax_amount: number | null;
    document: string | null;
    note: string;
    created_at: string;
    supplier: string | null;
  };
  wall_tokens: {
    id: string;
    household_id: string;
    created_by: string;
    name: string;
    hint: string;
    created_at: string;
    last_used_at: string | null;
  };
  watched_files: {
    household_id: string;
    fingerprint: string;
    content: string | null;
    name: string;
    bytes: number;
    seen_at: string;
    state: 'imported' | 'waiting' | 'unreadable' | 'left';
    reason: string | null;
    import_id: string | null;
  };
  watched_folders: {
    household_id: string;
    set_up_by: string;
    path: string;
    added_at: string;
    looked_at: string | null;
    fault: 'folder-missing' | 'no-right' | null;
  };
}
