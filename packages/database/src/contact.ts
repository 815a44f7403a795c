/** Messages to us, and frequent questions. */

export type Topic = 'general' | 'support' | 'sales' | 'partnership';

/** Readable by administrators alone. */
export interface ContactMessage {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  topic: Topic;
  subject: string;
  message: string;
  language: 'en' | 'es' | 'hi';
  user_id: string | null;
  created_at: string;
  mailed_at: string | null;
}

export type FaqCategory = 'basics' | 'figures' | 'hardware' | 'bills' | 'privacy' | 'running';

export interface FaqEntry {
  id: string;
  key: string;
  category: FaqCategory;
  position: number;
  is_published: boolean;
  question_en: string;
  question_es: string;
  question_hi: string;
  answer_en: string;
  answer_es: string;
  answer_hi: string;
  created_at: string;
  updated_at: string;
}

export interface FaqRequest {
  id: string;
  question: string;
  language: 'en' | 'es' | 'hi';
  user_id: string | null;
  email: string | null;
  status: 'pending' | 'approved' | 'rejected';
  reason: string | null;
  entry_id: string | null;
  created_at: string;
  decided_by: string | null;
  decided_at: string | null;
}
